import { ActForm } from '../acts/act-form.tsx'
import { useTexts } from '../ui/shell-context.ts'
import type { ActionRow } from './action-row.ts'
import { auditHref } from './audit-filter.ts'

interface ActionTableProps {
  readonly rows: readonly ActionRow[]
  readonly mayErase: boolean
}

/** Shows who did what, and why. People and subjects are links to all of their actions. */
export function ActionTable({ rows, mayErase }: ActionTableProps) {
  const { audit } = useTexts()
  return (
    <div className="table-box">
      <table className="actions">
        <caption className="unseen">{audit.title}</caption>
        <thead>
          <tr>
            <th scope="col">{audit.time}</th>
            <th scope="col">{audit.person}</th>
            <th scope="col">{audit.what}</th>
            <th scope="col">{audit.why}</th>
            {mayErase && <th scope="col">{audit.erase}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, time, who, role, staffId, what, subject, reason, note, detail }) => (
            <tr key={id}>
              <td className="whole">{time}</td>
              <td>
                {staffId === undefined ? who : <a href={auditHref({ person: staffId })}>{who}</a>}
                <small className="quiet">{role}</small>
              </td>
              <td>
                {what}{' '}
                <a className="mono" href={auditHref({ subject })}>
                  {subject}
                </a>
              </td>
              <td>
                {reason} {note !== '' && <q>{note}</q>} {detail !== '' && <small className="quiet">{detail}</small>}
              </td>
              {mayErase && <td>{note !== '' && <ActForm act="erase_note" subject={String(id)} />}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
