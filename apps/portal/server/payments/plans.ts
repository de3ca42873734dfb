import type { Bundle } from '@nyanja/domain/bundle'
import type { Money } from '@nyanja/domain/money'
import { firstPayment, type Plan } from '@nyanja/domain/plan'
import type { Choice, Order } from './order.ts'
import type { NewOrder, Orders } from './orders.ts'
import type { PlanMoney, PlanPayment, PlanStore } from './plan-store.ts'

export interface PlansOptions {
  readonly store: PlanStore
  readonly orders: Pick<Orders, 'open'>
  readonly catalogue: { bundle(productCode: string, line: typeof futureLine): Promise<Bundle | undefined> }
  /** Whether the operator's people have the order of this reference, and will carry it out. */
  readonly isPayable: (leadReference: string) => Promise<boolean>
  /** For the connection, once. */
  readonly fee: Money | undefined
}

export type PlanWish = Pick<Plan, 'code' | 'leadReference'>
export type PlanChoice = Extract<Choice, { readonly kind: 'plan' }>

/** `not_payable`: nobody has paid, and nobody will bring it. */
export type PlanStanding = PlanPayment | { readonly is: 'not_payable' }

export type OpenedPlan =
  | { readonly outcome: 'order'; readonly order: Order }
  | { readonly outcome: 'unknown_plan' | 'not_payable' }
  | { readonly outcome: 'paid'; readonly attemptId: string }

/** The line that a plan is for is not there yet: plans are sold as bundles of a prepaid router are. */
const futureLine = { lineType: 'PREPAID', isBroadband: true } as const

/** Payments for internet at home, before it is there. */
export class Plans {
  readonly #options: PlansOptions

  constructor(options: PlansOptions) {
    this.#options = options
  }

  /** At the price of this moment. Undefined for what the catalogue does not have. */
  async choice({ code, leadReference }: PlanWish): Promise<PlanChoice | undefined> {
    const { catalogue, fee } = this.#options
    const bundle = await catalogue.bundle(code, futureLine)
    if (bundle === undefined) return undefined
    const plan = { code, description: bundle.name, leadReference, ...(fee && { fee }) }
    return { kind: 'plan', amount: firstPayment(bundle.price, fee), plan }
  }

  /** Whether it is paid, of one that is known to be payable or to have been. */
  payment(leadReference: string): Promise<PlanPayment> {
    return this.#options.store.standing(leadReference)
  }

  async standing(leadReference: string): Promise<PlanStanding> {
    const { isPayable } = this.#options
    const payment = await this.payment(leadReference)
    return payment.is === 'paid' || (await isPayable(leadReference)) ? payment : { is: 'not_payable' }
  }

  /** What becomes of the money for an order that has ended without internet at home. */
  async moneyInVain(leadReference: string): Promise<PlanMoney | undefined> {
    return this.#options.store.moneyInVain(leadReference)
  }

  /** An order that can be paid now. */
  async open(
    wish: PlanWish,
    whose: Pick<NewOrder, 'channel' | 'language' | 'msisdn' | 'email' | 'redirectPage'>,
  ): Promise<OpenedPlan> {
    const standing = await this.standing(wish.leadReference)
    if (standing.is === 'paid') return { outcome: 'paid', attemptId: standing.attemptId }
    if (standing.is === 'not_payable') return { outcome: standing.is }
    const choice = await this.choice(wish)
    if (choice === undefined) return { outcome: 'unknown_plan' }
    const order = await this.#options.orders.open({ ...whose, lineType: futureLine.lineType, choice })
    return { outcome: 'order', order }
  }
}
