import { firstPayment, homeLine, type OrderedPlan, type Plan } from '@nyanja/domain/leads/plan'
import type { Money } from '@nyanja/domain/money/money'
import type { UndeliverableMoney } from '@nyanja/domain/payments/payment-status'
import type { Choice, NewOrder, Order, Orders } from './orders.ts'

export interface PlansOptions {
  readonly store: PlanStore
  readonly orders: Pick<Orders, 'open'>
  /** What the order of this reference is for, while the operator's people have it and will carry it out. */
  readonly payable: (leadReference: string) => Promise<OrderedPlan | undefined>
  /** For the connection, once. */
  readonly feeOf: (ordered: OrderedPlan) => Money | undefined
}

export type PlanRequest = Pick<Plan, 'leadReference'>
type PlanChoice = Extract<Choice, { readonly kind: 'plan' }>

/** `not_payable`: nobody has paid, and nobody will bring it. */
export type PlanStanding = PlanPayment | { readonly is: 'not_payable' }

type OpenedPlan =
  | { readonly outcome: 'order'; readonly order: Order }
  | { readonly outcome: 'not_payable' }
  | { readonly outcome: 'paid'; readonly attemptId: string }

/** Payments for internet at home, before it is there. */
export class Plans {
  readonly #options: PlansOptions

  constructor(options: PlansOptions) {
    this.#options = options
  }

  /** At the prices at which it was ordered, whatever is asked by now. Undefined for what cannot be paid. */
  async choice({ leadReference }: PlanRequest): Promise<PlanChoice | undefined> {
    const { payable, feeOf } = this.#options
    const ordered = await payable(leadReference)
    if (ordered === undefined) return undefined
    const { code, description, amount } = ordered
    const fee = feeOf(ordered)
    const plan = { code, description, leadReference, ...(fee && { fee }) }
    return { kind: 'plan', amount: firstPayment(amount, fee), plan }
  }

  /** Whether it is paid, of one that is known to be payable or to have been. */
  payment(leadReference: string): Promise<PlanPayment> {
    return this.#options.store.standing(leadReference)
  }

  async standing(leadReference: string): Promise<PlanStanding> {
    const payment = await this.payment(leadReference)
    if (payment.is === 'paid' || (await this.#options.payable(leadReference)) !== undefined) return payment
    return { is: 'not_payable' }
  }

  /** What becomes of the money for an order that has ended without internet at home. */
  async getUndeliverableMoney(leadReference: string): Promise<readonly PlanMoney[]> {
    return this.#options.store.getUndeliverableMoney(leadReference)
  }

  /** An order that can be paid now. */
  async open(
    request: PlanRequest,
    whose: Pick<NewOrder, 'channel' | 'language' | 'msisdn' | 'email' | 'redirectPage'>,
  ): Promise<OpenedPlan> {
    const payment = await this.payment(request.leadReference)
    if (payment.is === 'paid') return { outcome: 'paid', attemptId: payment.attemptId }
    const choice = await this.choice(request)
    if (choice === undefined) return { outcome: 'not_payable' }
    const order = await this.#options.orders.open({ ...whose, lineType: homeLine.lineType, choice })
    return { outcome: 'order', order }
  }
}

/** `being_paid`: a payer was prompted and has not answered. */
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
