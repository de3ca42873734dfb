import { connectionFeeOf, firstPayment, type OrderedPlan } from '@nyanja/domain/leads/plan'
import { displayMoney } from '@nyanja/domain/money/money'
import type { Portal } from '../../server/portal.ts'

/** All of it as text. */
export interface PlanFacts {
  readonly name: string
  readonly price: string
  readonly fee?: string
  /** On the first day. */
  readonly due: string
}

export function planFacts(portal: Pick<Portal, 'market'>, ordered: OrderedPlan): PlanFacts {
  const { description, amount } = ordered
  const fee = connectionFeeOf(portal.market, ordered)
  return {
    name: description,
    price: displayMoney(amount),
    ...(fee && { fee: displayMoney(fee) }),
    due: displayMoney(firstPayment(amount, fee)),
  }
}
