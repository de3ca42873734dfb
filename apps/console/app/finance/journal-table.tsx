import { useTexts } from '../ui/shell-context.ts'
import { textOf } from '../ui/text-of.ts'
import type { CloseView } from './close-view.ts'

/** The table shows each posting once: its amount is debited to one account and credited to the other. */
export function JournalTable({ entries }: { readonly entries: CloseView['journal'] }) {
  const { finance } = useTexts()
  const { journal } = finance
  return (
    <section className="part">
      <h2>{journal.title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1: what scrolls must scroll by keyboard. */}
      <section className="table-box" aria-label={journal.title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{journal.entry}</th>
              <th scope="col">{finance.gateway}</th>
              <th scope="col">{journal.debit}</th>
              <th scope="col">{journal.credit}</th>
              <th scope="col" className="sum">
                {finance.amount}
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ entry, gateway, debit, credit, amount }) => (
              <tr key={`${entry} ${gateway} ${debit} ${credit} ${amount}`}>
                <th scope="row">{textOf(journal.entries, entry)}</th>
                <td>{textOf(finance.sources, gateway)}</td>
                <td>{debit}</td>
                <td>{credit}</td>
                <td className="sum whole">{amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
