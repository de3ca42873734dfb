import { useTexts } from '../ui/shell-context.ts'
import type { TimelineEntry } from './timeline-view.ts'

export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
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
          <tbody>
            {entries.map(({ at, time, kind, text, detail, attempt }) => (
              <tr key={`${at} ${kind} ${text} ${attempt}`} className={kind}>
                <td className="whole">{time}</td>
                <td>{payment.kinds[kind]}</td>
                <td>
                  {text}
                  {detail !== '' && <span className="quiet"> · {detail}</span>}
                  {attempt !== undefined && <span className="quiet mono whole"> · {attempt}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
