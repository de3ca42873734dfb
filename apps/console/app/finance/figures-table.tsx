import type { ReactNode } from 'react'
import { useTexts } from '../ui/shell-context.ts'
import { textOf } from '../ui/text-of.ts'
import type { FiguresView } from './figures-view.ts'

interface FiguresLine {
  readonly key: string
  /** The row's own heading: a day, or where the line comes from. */
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

interface CellsProps {
  readonly view: FiguresView
  readonly hasGoodwill: boolean
}

function Cells({ view: { figures, inReview, late, fees, payout, goodwill }, hasGoodwill }: CellsProps) {
  return (
    <>
      {figures.map(({ name, amount, payments }) => (
        <Amount key={name} amount={amount} payments={payments} />
      ))}
      <td className="sum">{inReview === 0 ? <span className="quiet">–</span> : inReview}</td>
      <td className="sum whole">{fees}</td>
      <td className="sum whole">
        <b>{payout}</b>
      </td>
      <Amount {...late} />
      {hasGoodwill && <Amount {...(goodwill ?? { amount: '', payments: 0 })} />}
    </>
  )
}

/** Captured, delivered and so on: the amount, and below it how many payments. */
export function FiguresTable({ caption, heading, lines, totals = [] }: FiguresTableProps) {
  const { finance } = useTexts()
  const hasGoodwill = lines.some(({ view }) => view.goodwill !== undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1: what scrolls must scroll by keyboard.
    <section className="table-box figures" aria-label={caption} tabIndex={0}>
      <table>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">{finance.gateway}</th>
            {[...Object.values(finance.figures), ...(hasGoodwill ? [finance.goodwill] : [])].map((name) => (
              <th key={name} scope="col" className="sum">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, head, view }) => (
            <tr key={key}>
              <th scope="row" className="whole">
                {head}
              </th>
              <td>{textOf(finance.sources, view.gateway)}</td>
              <Cells view={view} hasGoodwill={hasGoodwill} />
            </tr>
          ))}
        </tbody>
        {totals.length > 0 && (
          <tfoot>
            {totals.map((view) => (
              <tr key={view.currency}>
                <th scope="row">{finance.total}</th>
                <td>{view.currency}</td>
                <Cells view={view} hasGoodwill={hasGoodwill} />
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </section>
  )
}
