import type { DeliveryState } from './delivery-state.ts'
import type { RefundState } from './refund-state.ts'

/**
 * Where money is that was paid for something that nobody brings. `looked_at`: nobody has said yet what becomes of it.
 * `by_person`: it goes back, and not by itself. `settled`: a person has found another end.
 */
export type MoneyInVain = 'looked_at' | 'goes_back' | 'by_person' | 'is_back' | 'settled'

const onItsWayBack: Readonly<Record<RefundState, MoneyInVain>> = {
  due: 'goes_back',
  requesting: 'goes_back',
  review: 'by_person',
  refunded: 'is_back',
}

interface Legs {
  readonly delivery?: DeliveryState
  readonly refund?: RefundState
  /** It stands in the review list. */
  readonly isReviewed: boolean
}

export function moneyInVain({ delivery, refund, isReviewed }: Legs): MoneyInVain {
  if (refund !== undefined) return onItsWayBack[refund]
  return delivery === 'delivered' && !isReviewed ? 'settled' : 'looked_at'
}
