import type { ReactNode } from 'react'

/** A panel for an order or a receipt. */
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
  /** The amount as `displayMoney` writes it: `MWK 2,000`. */
  readonly text: string
  readonly isBig?: boolean
}

/** Draws an amount that is never split over two lines. */
export function Amount({ text, isBig = false }: AmountProps) {
  return <span className={isBig ? 'amount big' : 'amount'}>{text}</span>
}
