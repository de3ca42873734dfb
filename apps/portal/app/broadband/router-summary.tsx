import { Facts, OrderSummary } from '../ui/order-summary.tsx'
import type { PageView } from './broadband-view.ts'

interface RouterOrderSummaryProps {
  readonly page: PageView
  readonly number: string
  readonly retryHref: string
  /** Absent where it stands on this very page. */
  readonly balanceHref?: string
}

/** For which router. */
export function RouterOrderSummary({ page, number, retryHref, balanceHref }: RouterOrderSummaryProps) {
  return (
    <OrderSummary>
      <Facts facts={[{ term: page.forNumber, value: number }]} />
      <p className="row">
        <span className="hint">{page.lineBroadband}</span>
        <a className="link" href={retryHref}>
          {page.another}
        </a>
        {balanceHref !== undefined && (
          <a className="link" href={balanceHref}>
            {page.balanceFirst}
          </a>
        )}
      </p>
    </OrderSummary>
  )
}
