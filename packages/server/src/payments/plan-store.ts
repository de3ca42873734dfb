import type { Money } from '@nyanja/domain/money/money'
import type { UndeliverableMoney } from '@nyanja/domain/payments/payment-status'

/** `being_paid`: somebody was asked and has not answered. */
export type PlanPayment = { readonly is: 'open' | 'being_paid' } | { readonly is: 'paid'; readonly attemptId: string }

/** Of an order that is over without internet at home. It says nothing of who paid, or how. */
export interface PlanMoney {
  readonly is: UndeliverableMoney
  readonly amount: Money
  readonly paidAt: number
  /** Of a refund. */
  readonly begunAt?: number
  readonly backAt?: number
}

/** Whether an order for internet at home is paid, by whichever order of ours. */
export interface PlanStore {
  standing(leadReference: string): Promise<PlanPayment>
  /** One for each payment, as they came: each goes its own way back. */
  getUndeliverableMoney(leadReference: string): Promise<readonly PlanMoney[]>
}
