import type { ReactNode } from 'react'

/** The panel shows an order or a receipt. */
export function OrderSummary({ children }: { readonly children: ReactNode }) {
  return <div className="slip">{children}</div>
}

export interface Fact {
  readonly term: string
  readonly value: ReactNode
  readonly isTotal?: boolean
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ term, value, isTotal = false }) => (
        <div key={term} className={isTotal ? 'total' : undefined}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface AmountProps {
  /** The amount is written as `displayMoney` does: `MWK 2,000`. */
  readonly text: string
  readonly isBig?: boolean
}

/** The value is never split over two lines. */
export function Amount({ text, isBig = false }: AmountProps) {
  return <span className={isBig ? 'amount big' : 'amount'}>{text}</span>
}
