import { firstPayment, homeLine, type OrderedPlan, type Plan } from '@nyanja/domain/leads/plan'
import type { Money } from '@nyanja/domain/money/money'
import type { UndeliverableMoney } from '@nyanja/domain/payments/payment-status'
import type { Choice, NewOrder, Order, Orders } from './orders.ts'

export interface PlansOptions {
  readonly store: PlanStore
  readonly orders: Pick<Orders, 'open'>
  /** Finds the product of the order with this reference, while the operator has accepted it. */
  readonly payable: (leadReference: string) => Promise<OrderedPlan | undefined>
  /** The one-time connection fee. */
  readonly feeOf: (ordered: OrderedPlan) => Money | undefined
}

export type PlanRequest = Pick<Plan, 'leadReference'>
type PlanChoice = Extract<Choice, { readonly kind: 'plan' }>

/** With `not_payable` the plan is unpaid, and it will not be delivered. */
export type PlanStanding = PlanPayment | { readonly state: 'not_payable' }

type OpenedPlan =
  | { readonly outcome: 'order'; readonly order: Order }
  | { readonly outcome: 'not_payable' }
  | { readonly outcome: 'paid'; readonly attemptId: string }

/** Handles payments for home internet before its installation. */
export class Plans {
  readonly #options: PlansOptions

  constructor(options: PlansOptions) {
    this.#options = options
  }

  /** Makes the choice at the prices of the order, not the current ones: undefined when it cannot be paid. */
  async choice({ leadReference }: PlanRequest): Promise<PlanChoice | undefined> {
    const { payable, feeOf } = this.#options
    const ordered = await payable(leadReference)
    if (ordered === undefined) return undefined
    const { code, description, amount } = ordered
    const fee = feeOf(ordered)
    const plan = { code, description, leadReference, ...(fee && { fee }) }
    return { kind: 'plan', amount: firstPayment(amount, fee), plan }
  }

  /** Tells whether a lead is paid that is known to be payable or to have been. */
  payment(leadReference: string): Promise<PlanPayment> {
    return this.#options.store.standing(leadReference)
  }

  async standing(leadReference: string): Promise<PlanStanding> {
    const payment = await this.payment(leadReference)
    if (payment.state === 'paid' || (await this.#options.payable(leadReference)) !== undefined) return payment
    return { state: 'not_payable' }
  }

  /** Lists the money for a lead that has ended without home internet. */
  async getUndeliverableMoney(leadReference: string): Promise<readonly PlanMoney[]> {
    return this.#options.store.getUndeliverableMoney(leadReference)
  }

  /** Opens an order for a lead that can be paid now. */
  async open(
    request: PlanRequest,
    whose: Pick<NewOrder, 'channel' | 'language' | 'msisdn' | 'email' | 'redirectPage'>,
  ): Promise<OpenedPlan> {
    const payment = await this.payment(request.leadReference)
    if (payment.state === 'paid') return { outcome: 'paid', attemptId: payment.attemptId }
    const choice = await this.choice(request)
    if (choice === undefined) return { outcome: 'not_payable' }
    const order = await this.#options.orders.open({ ...whose, lineType: homeLine.lineType, choice })
    return { outcome: 'order', order }
  }
}

/** With `being_paid` a payer was prompted and has not answered. */
export type PlanPayment =
  | { readonly state: 'open' | 'being_paid' }
  | { readonly state: 'paid'; readonly attemptId: string }

/** The money for a lead that ended without home internet, without anything about the payer or the method. */
export interface PlanMoney {
  readonly state: UndeliverableMoney
  readonly amount: Money
  readonly paidAt: number
  /** When the refund began, and when the money is expected back. */
  readonly begunAt?: number
  readonly backAt?: number
}

/** The payments for leads, by any order of the portal. */
export interface PlanStore {
  standing(leadReference: string): Promise<PlanPayment>
  /** Lists one entry for each payment, in order: each has its own refund. */
  getUndeliverableMoney(leadReference: string): Promise<readonly PlanMoney[]>
}
