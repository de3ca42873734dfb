import type { Order } from '@nyanja/server/payments/order'
import type { PinBegin } from '@nyanja/server/payments/pin-payments'
import type { Hrefs } from '../hrefs.ts'

/** Where a visitor goes who may have to type a PIN. */
export function nextAfterPin(begun: PinBegin, { id: order }: Pick<Order, 'id'>, to: Hrefs, currency?: string): string {
  switch (begun.outcome) {
    case 'pin_wanted':
    case 'wrong_pin':
    case 'missed':
      return to.paymentPin({ order })
    case 'over':
      return to.status(begun.attempt.id, order)
    case 'consent_needed':
    case 'order_ended':
    case 'proof_missing':
    case 'method_unavailable':
    case 'too_many_prompts':
    case 'being_paid':
      return to.paymentStart({ order, ...(currency !== undefined && { currency }) })
  }
}
