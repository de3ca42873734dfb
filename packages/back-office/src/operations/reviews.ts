import type { Quote } from '@nyanja/domain/money/exchange'
import { isSameMoney, type Money } from '@nyanja/domain/money/money'
import type { LineType } from '@nyanja/domain/numbers/msisdn'
import type { CorrectionState } from '@nyanja/domain/payments/correction'
import type { DeliveryItem } from '@nyanja/domain/payments/order-items'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import type { DeliveryState, PaymentComponent, TakebackState } from '@nyanja/domain/payments/payment-states'
import type { DifferenceRules } from '@nyanja/domain/payments/received-money'
import {
  amountStatedBy,
  listResolutions,
  type Resolution,
  type ReviewedComponents,
} from '@nyanja/domain/payments/review-resolutions'
import type { ActingStaff, StaffAction } from '@nyanja/server/common/staff-action'
import type { SystemCall } from '@nyanja/server/common/system-calls'
import type { StaffRequest } from './staff-requests.ts'

interface ReviewsOptions {
  readonly store: ReviewStore
  /** The market's answer to another amount than the one asked for. */
  readonly differences?: DifferenceRules
}

const backAgain: DifferenceRules = { shortfall: 'refund', excess: 'refund' }

interface Decision {
  readonly resolution: Resolution
  /** The amount that was received, or that went back, in a statement about money. */
  readonly amount?: Money | undefined
  /** The request of a colleague to whom this person agrees. */
  readonly request?: Pick<StaffRequest, 'id' | 'requestedBy'> | undefined
  /** A colleague who agreed without a request, on the command line. */
  readonly agreedBy?: string | undefined
  readonly who: string
  readonly why: string
  readonly staff?: ActingStaff | undefined
}

export type ResolveResult =
  | { readonly outcome: 'resolved'; readonly reference: string }
  /** The BSS is asked first; what it does not have is refunded. */
  | { readonly outcome: 'asks_bss'; readonly reference: string }
  /** Another member of staff or a worker acted first, so the payment must be read again. */
  | { readonly outcome: 'unknown_payment' | 'not_in_review' | 'overtaken' }
  /** A missing amount, or not the one that the provider has. */
  | { readonly outcome: 'wrong_amount' }
  | { readonly outcome: 'not_allowed'; readonly allowed: readonly Resolution[] }

const longestList = 500

/** Payments that only staff can resolve. */
export class Reviews {
  readonly #store: ReviewStore
  readonly #differences: DifferenceRules

  constructor({ store, differences = backAgain }: ReviewsOptions) {
    this.#store = store
    this.#differences = differences
  }

  async list(): Promise<readonly ReviewItem[]> {
    return this.#store.open(longestList)
  }

  async show(name: string): Promise<PaymentHistory | undefined> {
    return this.#store.history(normalizeReference(name))
  }

  /** Resolves the payment by a legal move of one of its components, and removes it from the list. */
  async resolve(name: string, decision: Decision): Promise<ResolveResult> {
    const history = await this.show(name)
    const attempt = history?.attempts.find(({ reference }) => reference === history.reference)
    if (attempt === undefined) return { outcome: 'unknown_payment' }
    if (attempt.reviews.length === 0) return { outcome: 'not_in_review' }
    const allowed = listResolutions(attempt.components, attempt.reviews)
    if (!allowed.includes(decision.resolution)) return { outcome: 'not_allowed', allowed }

    const { id, reference, components } = attempt
    if (!isAmountRight(attempt, decision)) return { outcome: 'wrong_amount' }
    const differences = this.#differences
    const outcome = await this.#store.resolve({ attemptId: id, reference, components, differences, ...decision })
    return outcome === 'overtaken' ? { outcome } : { outcome, reference }
  }
}

/** Tells whether a statement about money names the amount that the provider or the refund has. */
export function isAmountRight(
  attempt: Pick<HistoricAttempt, 'components' | 'received' | 'amount' | 'part'>,
  { resolution, amount }: Pick<Decision, 'resolution' | 'amount'>,
): boolean {
  const stated = amountStatedBy(resolution, attempt.components)
  if (stated === undefined) return true
  if (amount === undefined || amount.minor < 1) return false
  const known = { received: attempt.received?.amount, returned: attempt.part ?? attempt.amount }[stated]
  return known === undefined || isSameMoney(known, amount)
}

/** References are read aloud and typed in other spellings. */
function normalizeReference(name: string): string {
  return name.trim().toUpperCase()
}

/** A payment that waits for staff. Times are epoch milliseconds. */
export interface ReviewItem {
  readonly reference: string
  readonly method: string
  readonly amount: Money
  /** The part of the amount that goes back, where that is not all of it. */
  readonly part?: Money
  readonly components: ReviewedComponents
  readonly reasons: readonly string[]
  /** The time at which the first of the reasons was recorded. */
  readonly since: number
}

export interface HistoricEvent {
  readonly at: number
  readonly component: PaymentComponent
  readonly from: string
  readonly to: string
  readonly detail?: string
  /** The call to a provider or the BSS whose answer caused it. */
  readonly call?: SystemCall
}

/** The last call whose answer decided nothing. Its time is known only for checks of the money. */
export interface UndecidedCall {
  readonly component: PaymentComponent
  readonly call: SystemCall
  readonly at?: number
}

export interface HistoricAttempt {
  readonly reference: string
  /** The id by which the provider and the BSS know the payment. */
  readonly id: string
  readonly providerReference?: string
  readonly method: string
  readonly gateway: string
  readonly amount: Money
  /** The amount that the provider has, by its last answer, where that is not what was asked for. */
  readonly received?: { readonly amount: Money; readonly at: number }
  /** The amount that was asked for, where staff have decided about another one. */
  readonly asked?: Money
  /** The conversion of the order's own amount, where another currency was charged. */
  readonly quote?: Quote
  /** The national digits of the payer; empty once they were forgotten. */
  readonly payerMsisdn: string
  readonly components: ReviewedComponents
  /** The part of the amount that goes back, where that is not all of it. */
  readonly part?: Money
  readonly credit?: HistoricCredit
  /** Whether the refund returns what was received beyond the price. */
  readonly isExcessRefund?: true
  readonly takeback?: HistoricTakeback
  /** The state of the customer's request to move it to another number. */
  readonly correction?: CorrectionState
  readonly refusal?: string
  readonly checks: number
  /** The last call without a decision, by component. */
  readonly lastCalls: readonly UndecidedCall[]
  readonly createdAt: number
  readonly nextCheckAt?: number
  readonly reviews: readonly string[]
  readonly events: readonly HistoricEvent[]
  /** The delivery that was sent to the BSS, once the money was there. */
  readonly delivery?: HistoricDelivery
  readonly messages: readonly HistoricMessage[]
}

/** Returns the order's own amount, which differs from the charge where the payer chose another currency. */
export const priceOf = ({ amount, quote }: Pick<HistoricAttempt, 'amount' | 'quote'>): Money => quote?.ordered ?? amount

export interface HistoricDelivery {
  /** The id that the BSS gave. */
  readonly bssReference?: string
  readonly reason?: string
  readonly sends: number
  readonly lookups: number
  readonly sentAt?: number
  /** The time since which staff want it refunded, unless the BSS has it. */
  readonly refundWantedAt?: number
  /** What each of several numbers gets. */
  readonly items?: readonly DeliveryItem[]
}

/** Airtime given as goodwill. */
export interface HistoricCredit extends HistoricDelivery {
  /** The id by which the BSS knows the credit. */
  readonly id: string
  readonly amount: Money
  readonly state: DeliveryState
}

/** Goods of a refunded payment that are taken from the line again. */
export interface HistoricTakeback extends HistoricDelivery {
  /** The id by which the BSS knows the debit. */
  readonly id: string
  readonly amount: Money
  readonly state: TakebackState
  /** The balance that the line had before. */
  readonly balance?: { readonly amount: Money; readonly at: number }
}

/** A message to the customer. Times are epoch milliseconds. */
export interface HistoricMessage {
  readonly channel: 'sms' | 'mail'
  readonly kind: string
  readonly language: string
  readonly state: 'due' | 'sent' | 'failed'
  readonly createdAt: number
}

/** Everything about the order behind a payment. The order's own id could be used to pay, so it is left out. */
export interface PaymentHistory {
  /** The attempt in question. */
  readonly reference: string
  readonly channel: string
  readonly msisdn: string
  /** What the giver writes to the receiver. */
  readonly giftMessage?: string
  /** The account of a fixed line. */
  readonly account?: string
  readonly lineType: LineType
  readonly kind: OrderKind
  readonly product: string
  readonly createdAt: number
  readonly attempts: readonly HistoricAttempt[]
  readonly actions: readonly StaffAction[]
}

interface ResolutionToRecord extends Decision {
  readonly attemptId: string
  readonly reference: string
  /** The states that staff saw; nothing is done when they have changed. */
  readonly components: ReviewedComponents
  readonly differences: DifferenceRules
}

/** The list of payments that staff must examine. */
export interface ReviewStore {
  /** Lists the oldest reviews first. */
  open(limit: number): Promise<readonly ReviewItem[]>
  /** Finds a payment by its reference, or by the id that the provider knows. */
  history(name: string): Promise<PaymentHistory | undefined>
  /** Stores the move, its consequences, the end of the review and a record of who made it, in one transaction. */
  resolve(resolution: ResolutionToRecord): Promise<'resolved' | 'asks_bss' | 'overtaken'>
}
