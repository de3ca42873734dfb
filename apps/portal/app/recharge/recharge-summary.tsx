import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/order-summary.tsx'
import type { RechargePage } from './recharge-page.ts'
import type { OrderSummaryView } from './summary-view.ts'

interface OrderOrderSummaryProps {
  readonly texts: RechargePage['texts']
  readonly orderSummary: OrderSummaryView
  /** Only ever from script. */
  readonly isOff: boolean
  readonly isBusy: boolean
}

/** At the side where there is room, a bar at the bottom of a phone. */
export function OrderOrderSummary({ texts, orderSummary, isOff, isBusy }: OrderOrderSummaryProps) {
  return (
    <aside className="order" aria-labelledby="order-heading">
      <div className="slip">
        <h2 id="order-heading">{texts.orderHeading}</h2>
        {orderSummary.facts.length > 0 && <Facts facts={orderSummary.facts} />}
        <p className="in-short">
          {orderSummary.price !== undefined && <b className="amount">{orderSummary.price}</b>}{' '}
          <small>{orderSummary.line}</small>
        </p>
        <p className="hint tax">{texts.orderTax}</p>
        <Button isFull isOff={isOff} busy={isBusy ? texts.sending : undefined}>
          {texts.continue}
        </Button>
      </div>
    </aside>
  )
}
