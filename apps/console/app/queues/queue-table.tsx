import { fill } from '@nyanja/domain/texts/fill'
import { useTexts } from '../ui/shell-context.ts'
import { Tag } from '../ui/tag.tsx'
import type { QueueRow } from './queue-view.ts'

/** Shows who works on it. A colleague's work cannot be taken here. */
function OwnerCell({ row: { subject, reference, owner } }: { readonly row: QueueRow }) {
  const { queues } = useTexts()
  if (owner !== undefined && !owner.isOwn)
    return (
      <>
        {owner.name} <span className="quiet whole">{fill(queues.ownerSince, { time: owner.since })}</span>
      </>
    )
  const work = owner === undefined ? 'take' : 'release'
  return (
    <form method="post" className="owner">
      <input type="hidden" name="subject" value={subject} />
      {owner !== undefined && <b>{queues.you}</b>}
      <button type="submit" className="small-button" name="work" value={work}>
        {queues[work]}
        <span className="unseen"> {reference}</span>
      </button>
    </form>
  )
}

interface QueueTableProps {
  readonly caption: string
  readonly rows: readonly QueueRow[]
}

/** What waits, oldest first: each row is a link to where it is decided. */
export function QueueTable({ caption, rows }: QueueTableProps) {
  const { queues } = useTexts()
  const has = (name: 'amount' | 'answerBy' | 'requestedBy') => rows.some((row) => row[name] !== undefined)
  return (
    <div className="table-box">
      <table>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{rows.some(({ isNamed }) => isNamed) ? queues.coverage.place : queues.reference}</th>
            <th scope="col">{queues.age}</th>
            <th scope="col">{queues.owner}</th>
            <th scope="col">{queues.why}</th>
            {has('amount') && (
              <th scope="col" className="sum">
                {queues.amount}
              </th>
            )}
            <th scope="col">{queues.what}</th>
            {has('requestedBy') && <th scope="col">{queues.requestedBy}</th>}
            {has('answerBy') && <th scope="col">{queues.answerBy}</th>}
            <th scope="col">{queues.since}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.subject}>
              <th scope="row">
                <a className={row.isNamed ? undefined : 'whole mono'} href={row.href}>
                  {row.reference}
                </a>
              </th>
              <td>
                <Tag tone={row.tone}>{row.age}</Tag>
              </td>
              <td>
                <OwnerCell row={row} />
              </td>
              <td>{row.why}</td>
              {has('amount') && <td className="sum whole">{row.amount}</td>}
              <td>{row.about}</td>
              {has('requestedBy') && <td>{row.requestedBy}</td>}
              {has('answerBy') && <td className="whole">{row.answerBy}</td>}
              <td className="whole">{row.since}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
