import type { ReactNode } from 'react'
import { useTexts } from '../ui/shell-context.ts'
import { textOf } from '../ui/text-of.ts'
import type { FiguresView } from './figures-view.ts'

interface FiguresLine {
  readonly key: string
  /** The row's own heading: a day, or the source of the line. */
  readonly head: ReactNode
  readonly view: FiguresView
}

interface FiguresTableProps {
  readonly caption: string
  readonly heading: string
  readonly lines: readonly FiguresLine[]
  readonly totals?: readonly FiguresView[]
}

function Amount({ amount, payments }: { readonly amount: string; readonly payments: number }) {
  return (
    <td className="sum whole">
      {payments === 0 ? <span className="quiet">–</span> : amount}
      {payments > 0 && <small>{payments}</small>}
    </td>
  )
}

/** Figures that most days lack: an empty column would only push the others out of the page. */
const rareColumns = {
  reversed: ({ figures }: FiguresView) => figures.some(({ name, payments }) => name === 'reversed' && payments > 0),
  inReview: ({ inReview }: FiguresView) => inReview !== 0,
  late: ({ late }: FiguresView) => late.payments > 0,
  goodwill: ({ goodwill }: FiguresView) => goodwill !== undefined,
  takenBack: ({ takenBack }: FiguresView) => takenBack !== undefined,
} as const satisfies Readonly<Record<string, (view: FiguresView) => boolean>>

const isRare = (name: string): name is keyof typeof rareColumns => Object.hasOwn(rareColumns, name)

type Columns = Readonly<Record<keyof typeof rareColumns, boolean>>

function columnsOf(lines: readonly FiguresLine[]): Columns {
  const has = (name: keyof Columns) => lines.some(({ view }) => rareColumns[name](view))
  const returned = { goodwill: has('goodwill'), takenBack: has('takenBack') }
  return { reversed: has('reversed'), inReview: has('inReview'), late: has('late'), ...returned }
}

interface CellsProps {
  readonly view: FiguresView
  readonly columns: Columns
}

function Cells({ view: { figures, inReview, late, fees, payout, goodwill, takenBack }, columns }: CellsProps) {
  return (
    <>
      {figures.map(
        ({ name, amount, payments }) =>
          (name !== 'reversed' || columns.reversed) && <Amount key={name} amount={amount} payments={payments} />,
      )}
      {columns.inReview && <td className="sum">{inReview === 0 ? <span className="quiet">–</span> : inReview}</td>}
      <td className="sum whole">{fees}</td>
      <td className="sum whole">
        <b>{payout}</b>
      </td>
      {columns.late && <Amount {...late} />}
      {columns.goodwill && <Amount {...(goodwill ?? { amount: '', payments: 0 })} />}
      {columns.takenBack && <Amount {...(takenBack ?? { amount: '', payments: 0 })} />}
    </>
  )
}

/** Shows the amount in each cell, and below it how many payments. */
export function FiguresTable({ caption, heading, lines, totals = [] }: FiguresTableProps) {
  const { finance } = useTexts()
  const columns = columnsOf(lines)
  const names = Object.entries({ ...finance.figures, goodwill: finance.goodwill, takenBack: finance.takenBack })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1: what scrolls must scroll by keyboard.
    <section className="table-box figures" aria-label={caption} tabIndex={0}>
      <table>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">{finance.gateway}</th>
            {names.map(
              ([name, text]) =>
                (!isRare(name) || columns[name]) && (
                  <th key={name} scope="col" className="sum">
                    {text}
                  </th>
                ),
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, head, view }) => (
            <tr key={key}>
              <th scope="row" className="whole">
                {head}
              </th>
              <td>{textOf(finance.sources, view.gateway)}</td>
              <Cells view={view} columns={columns} />
            </tr>
          ))}
        </tbody>
        {totals.length > 0 && (
          <tfoot>
            {totals.map((view) => (
              <tr key={view.currency}>
                <th scope="row">{finance.total}</th>
                <td>{view.currency}</td>
                <Cells view={view} columns={columns} />
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </section>
  )
}
