import { useTexts } from '../ui/shell-context.ts'
import type { TimelineDay, TimelineEntry } from './timeline-view.ts'

function Entry({ time, kind, text, detail, attempt }: Omit<TimelineEntry, 'at'>) {
  const { payment } = useTexts()
  return (
    <tr className={kind}>
      <td className="whole">{time}</td>
      <td>{payment.kinds[kind]}</td>
      <td>
        {text}
        {detail !== '' && <span className="quiet"> · {detail}</span>}
        {attempt !== undefined && <span className="quiet mono whole"> · {attempt}</span>}
      </td>
    </tr>
  )
}

export function Timeline({ days }: { readonly days: readonly TimelineDay[] }) {
  const { payment } = useTexts()
  return (
    <section className="part">
      <h2>{payment.timeline}</h2>
      <div className="table-box">
        <table className="timeline">
          <thead>
            <tr>
              <th scope="col">{payment.time}</th>
              <th scope="col">{payment.what}</th>
              <th scope="col">{payment.happened}</th>
            </tr>
          </thead>
          {days.map(({ day, entries }) => (
            <tbody key={day}>
              <tr className="day">
                <th scope="rowgroup" colSpan={3}>
                  {day}
                </th>
              </tr>
              {entries.map(({ at, ...entry }) => (
                <Entry key={`${at} ${entry.kind} ${entry.text} ${entry.attempt}`} {...entry} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  )
}
