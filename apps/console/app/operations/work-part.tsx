import { useTexts } from '../ui/shell-context.ts'
import { Tag } from '../ui/tag.tsx'
import { textOf } from '../ui/text-of.ts'
import type { WorkFigures } from './operations-view.ts'

/** Shows the workers' due work and its delay, what waits for people, and the budget of code messages. */
export function WorkPart({ work }: { readonly work: WorkFigures }) {
  const { operations } = useTexts()
  return (
    <section className="part">
      <h2>{operations.work}</h2>
      <div className="table-box">
        <table>
          <caption className="unseen">{operations.work}</caption>
          <thead>
            <tr>
              <th scope="col">{operations.queue}</th>
              <th scope="col">{operations.oldestDue}</th>
            </tr>
          </thead>
          <tbody>
            {work.due.map(({ kind, late, isLate, hasWork }) => (
              <tr key={kind}>
                <th scope="row">{textOf(operations.due, kind)}</th>
                <td>
                  {late === undefined && (hasWork ? operations.inTime : operations.noWork)}
                  {late !== undefined && <Tag tone={isLate ? 'bad' : 'ok'}>{late}</Tag>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3>{operations.forPeople}</h3>
      <dl className="counts">
        {work.waiting.map(([kind, count]) => (
          <div key={kind}>
            <dt>{textOf(operations.waiting, kind)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
        <div>
          <dt>{operations.recoveries}</dt>
          <dd>{work.unreadRecoveries}</dd>
        </div>
        <div>
          <dt>{operations.codeBudget}</dt>
          <dd>{work.isBudgetLow ? <Tag tone="bad">{work.codeBudget}</Tag> : work.codeBudget}</dd>
        </div>
      </dl>
    </section>
  )
}
