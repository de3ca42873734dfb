import { displayMoney } from '@nyanja/domain/money'
import { connectionFeeOf, firstPayment } from '@nyanja/domain/plan'
import type { LeadPlan } from '../../server/leads/lead.ts'
import type { Portal } from '../../server/portal.ts'

/** All of it as text. */
export interface PlanFacts {
  readonly name: string
  readonly price: string
  readonly fee?: string
  /** On the first day. */
  readonly due: string
}

export function planFacts(portal: Pick<Portal, 'market'>, { description, amount }: LeadPlan): PlanFacts {
  const fee = connectionFeeOf(portal.market)
  return {
    name: description,
    price: displayMoney(amount),
    ...(fee && { fee: displayMoney(fee) }),
    due: displayMoney(firstPayment(amount, fee)),
  }
}
