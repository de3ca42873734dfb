// @ts-nocheck
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/slip.tsx'
import type { RechargePage } from './recharge-page.ts'
import type { SlipView } from './slip-view.ts'

interface OrderSlipProps {
  readonly texts: RechargePage['texts']
  readonly slip: SlipView
  /** Only ever from script. */
  readonly isOff: boolean
  readonly isBusy: boolean
}

/** At the side where there is room, a bar at the bottom of a phone. */
export function OrderSlip({ texts, slip, isOff, isBusy }: OrderSlipProps) {
  return (
    <aside className="order" aria-labelledby="order-heading">
      <div className="slip">
        <h2 id="order-heading">{texts.orderHeading}</h2>
        {slip.facts.length > 0 && <Facts facts={slip.facts} />}
        <p className="in-short">
          {slip.price !== undefined && <b className="amount">{slip.price}</b>} <small>{slip.line}</small>
        </p>
        <p className="hint tax">{texts.orderTax}</p>
        <Button isFull isOff={isOff} busy={isBusy ? texts.sending : undefined}>
          {texts.continue}
        </Button>
      </div>
    </aside>
  )
}
