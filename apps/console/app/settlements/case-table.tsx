import { useTexts } from '../ui/shell-context.ts'
import { Tag } from '../ui/tag.tsx'
import { textOf } from '../ui/text-of.ts'
import { type CaseRow, toneOfState } from './table-rows.ts'

interface CaseTableProps {
  readonly rows: readonly CaseRow[]
  /** Rows have a ticked box of the form with this id. */
  readonly formId?: string | undefined
}

/** Differences in rows, each a link to its page. */
export function CaseTable({ rows, formId }: CaseTableProps) {
  const { finance } = useTexts()
  const texts = finance.cases
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1: what scrolls must scroll by keyboard.
    <section className="table-box" aria-label={texts.title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.reason}</th>
            <th scope="col">{texts.state}</th>
            <th scope="col" className="sum">
              {texts.ours}
            </th>
            <th scope="col" className="sum">
              {texts.theirs}
            </th>
            <th scope="col">{texts.kind}</th>
            <th scope="col">{finance.settlements.source}</th>
            <th scope="col">{finance.day}</th>
            <th scope="col">{texts.payment}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {formId !== undefined && (
                  <input
                    {...{ type: 'checkbox', name: 'case', value: row.id, form: formId, defaultChecked: true }}
                    aria-label={`${finance.reasons[row.reason]} ${row.reference ?? row.theirs ?? row.id}`}
                  />
                )}{' '}
                <a href={`/finance/cases/${row.id}`}>{finance.reasons[row.reason]}</a>
              </th>
              <td>
                <Tag tone={toneOfState[row.state]}>{texts.states[row.state]}</Tag>
              </td>
              <td className="sum whole">{row.ours ?? <span className="quiet">{texts.none}</span>}</td>
              <td className="sum whole">{row.theirs ?? <span className="quiet">{texts.none}</span>}</td>
              <td>{finance.kinds[row.kind]}</td>
              <td>{textOf(finance.sources, row.source)}</td>
              <td>{row.day}</td>
              <td className="whole mono">
                {row.reference !== undefined && <a href={`/payments/${row.reference}`}>{row.reference}</a>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
