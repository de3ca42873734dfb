import type { ReconciledDay } from '@nyanja/back-office/reconciliation/settlement-store'
import { type DayRange, listDays } from '@nyanja/domain/finance/days'
import { fill } from '@nyanja/domain/texts/fill'
import type { Clock } from '@nyanja/web/format/clock'
import { addressOf, nameDay } from '../finance/chosen-days.ts'
import { useTexts } from '../ui/shell-context.ts'
import { Tag } from '../ui/tag.tsx'
import { textOf } from '../ui/text-of.ts'

interface AskedDays {
  readonly fromDay: string
  readonly untilDay: string
}

/** A row for each day, newest first, and a cell for each source that reported any of them. */
export function coverageOf(days: readonly ReconciledDay[], { fromDay, untilDay }: AskedDays, clock: Clock) {
  const sources = [...new Set(days.map(({ source }) => source))].toSorted()
  const range: DayRange = { from: fromDay, to: untilDay }
  return {
    sources,
    days: listDays(range)
      .toReversed()
      .map((day) => ({
        ...{ day, name: nameDay(clock, day) },
        cells: sources.map((source) => {
          const found = days.find((one) => one.day === day && one.source === source)
          if (found === undefined) return { source, state: 'missing' as const, matched: 0, open: 0 }
          const { state, matched, different, theirsOnly, oursOnly } = found
          return { source, state, matched, open: different + theirsOnly + oursOnly }
        }),
      })),
  }
}

export type Coverage = ReturnType<typeof coverageOf>
type Cell = Coverage['days'][number]['cells'][number]

function CellOf({ cell: { source, state, matched, open }, day }: { readonly cell: Cell; readonly day: string }) {
  const { coverage } = useTexts().finance
  if (state === 'missing') return <Tag tone="wait">{coverage.missing}</Tag>
  return (
    <>
      {state === 'incomplete' ? (
        <Tag tone="wait">{coverage.incomplete}</Tag>
      ) : (
        fill(coverage.matched, { count: matched })
      )}
      {open > 0 && (
        <>
          {', '}
          <a href={addressOf('/finance/cases', { source, from: day, to: day, state: 'all' })}>
            {fill(open === 1 ? coverage.openOne : coverage.open, { count: open })}
          </a>
        </>
      )}
    </>
  )
}

/** Shows which days of which source were reported, so that a missing file is noticed. */
export function CoverageTable({ coverage: { sources, days } }: { readonly coverage: Coverage }) {
  const { finance } = useTexts()
  if (sources.length === 0) return <p>{finance.coverage.none}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1: what scrolls must scroll by keyboard.
    <section className="table-box" aria-label={finance.coverage.title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{finance.day}</th>
            {sources.map((source) => (
              <th key={source} scope="col">
                {textOf(finance.sources, source)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, name, cells }) => (
            <tr key={day}>
              <th scope="row" className="whole">
                {name}
              </th>
              {cells.map((cell) => (
                <td key={cell.source}>
                  <CellOf cell={cell} day={day} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
