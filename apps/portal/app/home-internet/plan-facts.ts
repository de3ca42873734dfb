import { addMoney, displayMoney } from '@nyanja/domain/money'
import type { LeadPlan } from '../../server/leads/lead.ts'
import type { Portal } from '../../server/portal.ts'
import { connectionFee } from './plans.ts'

/** All of it as text. */
export interface PlanFacts {
  readonly name: string
  readonly price: string
  readonly fee?: string
  /** On the first day. */
  readonly due: string
}

export function planFacts(portal: Pick<Portal, 'market'>, { description, amount }: LeadPlan): PlanFacts {
  const fee = connectionFee(portal)
  return {
    name: description,
    price: displayMoney(amount),
    ...(fee && { fee: displayMoney(fee) }),
    due: displayMoney(fee === undefined ? amount : addMoney(amount, fee)),
  }
}
