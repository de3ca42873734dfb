import type { Bill } from '@nyanja/domain/bills/bill'
import type { Quote } from '@nyanja/domain/money/exchange'
import type { Money } from '@nyanja/domain/money/money'
import type { DeliveryItem } from '@nyanja/domain/payments/order-items'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import type { CheckoutType } from '@nyanja/domain/payments/payment-pages'
import {
  type AttemptState,
  attemptStates,
  type DeliveryState,
  nextAttemptStates,
  type RefundState,
  type TakebackState,
} from '@nyanja/domain/payments/payment-states'
import type { Excess } from '@nyanja/domain/payments/received-money'
import { computeCharge, getPayer } from './charge.ts'
import type { PlacedOrder } from './orders.ts'
import type { Refusal } from './payment-gateway.ts'

export const methods = ['card', 'nyanja_money', 'nyanja_money_pin', 'smartcash', 'airtime', 'mpesa'] as const
export type Method = (typeof methods)[number]

/**
 * An attempt is one try to pay an order by one method. Its id is the spec's `transactionId`. Times are epoch
 * milliseconds.
 */
export interface Attempt {
  readonly id: string
  readonly orderId: string
  /** The short, readable reference, such as `NYA-7K4P-29XD`. */
  readonly reference: string
  readonly method: Method
  readonly gateway: string
  readonly checkoutType: CheckoutType
  readonly state: AttemptState
  /** The charged amount. */
  readonly amount: Money
  /** The conversion of the order's own amount, where another currency is charged. */
  readonly quote?: Quote
  /** The national digits of the wallet that is charged, or of the recharged line. */
  readonly payerMsisdn: string
  readonly email?: string
  readonly providerReference?: string
  /** The gateway's hosted page, once it is known. */
  readonly gatewayUrl?: string
  /** Proves that the portal sent a returning visitor to the gateway. */
  readonly returnToken: string
  readonly returnedAt?: number
  /** The one capture that pays the order; all other captures of it are refunded. */
  readonly paysOrder: boolean
  readonly refusal?: Refusal
  readonly checks: number
  /** The number of hints received; a hint that arrives during a check stays effective after it. */
  readonly hints?: number
  /** When a worker will check the payment next, and when one last did. */
  readonly nextCheckAt?: number
  readonly checkedAt?: number
  readonly createdAt: number
  /** The time at which a PIN was sent to the wallet without a known answer. */
  readonly pinSentAt?: number
  /** The time at which the call to the provider began. */
  readonly handedOverAt?: number
  /** The time at which the visitor left it for another payment method; it is still checked. */
  readonly supersededAt?: number
  readonly decidedAt?: number
  /** The time after which the provider does not capture. */
  readonly expiresAt: number
}

const captures: readonly AttemptState[] = ['captured', 'captured_late']

/** The states in which a capture is still possible, so a status check makes sense. */
export const capturableStates: readonly AttemptState[] = attemptStates.filter((state) =>
  nextAttemptStates[state].some((next) => captures.includes(next)),
)

/** The states in which the provider has confirmed the capture. It may still reverse it. */
export const capturedStates: readonly AttemptState[] = captures

export interface Delivery {
  readonly attemptId: string
  /** The attempt's reference. Logs and people use it, because an attempt's id opens its status page. */
  readonly reference: string
  readonly kind: OrderKind
  readonly msisdn: string
  readonly productCode?: string
  readonly bill?: Bill
  readonly leadReference?: string
  /** What each of several numbers gets, and whether it has it. */
  readonly items?: readonly DeliveryItem[]
  /** The unpaid rest afterwards, as reported by the BSS. */
  readonly remaining?: Money
  readonly amount: Money
  /** The money received beyond the price, which is returned once the goods are delivered. */
  readonly excess?: Excess
  /** The time since which staff want it refunded, unless the BSS has it. */
  readonly refundWantedAt?: number
  readonly state: DeliveryState
  /** The number of sends to the BSS. */
  readonly sends: number
  /** The number of queries to the BSS about it since it was last sent. */
  readonly lookups: number
  readonly createdAt: number
  /** The time at which the last call began that may have reached the BSS. */
  readonly sentAt?: number
  /** The BSS's own reference, once it has confirmed that it has it. */
  readonly bssReference?: string
  readonly decidedAt?: number
}

/** A delivery with a stored intention of a call, which may have reached the BSS. */
export interface SentDelivery extends Delivery {
  readonly state: 'sending'
  readonly sentAt: number
}

export interface Refund {
  readonly attemptId: string
  /** A part of the charge, for goods that the customer keeps; without it all of the charge goes back. */
  readonly part?: Money
  readonly state: RefundState
  readonly tries: number
  readonly createdAt: number
  readonly decidedAt?: number
}

/** Airtime given as goodwill for a payment. */
export interface Credit {
  readonly amount: Money
  readonly state: DeliveryState
  readonly decidedAt?: number
}

/** Goods of a refunded payment that are taken from its line again. */
export interface Takeback extends Omit<Credit, 'state'> {
  readonly state: TakebackState
}

/** A takeback as `Deliveries` runs it, once two people have agreed: the amount to deliver is what the line gives. */
export interface DueTakeback extends Omit<Delivery, 'state'> {
  readonly state: TakebackState
}

/** An attempt with the components that may follow it. */
export interface Payment {
  readonly attempt: Attempt
  readonly delivery?: Delivery
  readonly refund?: Refund
  readonly credit?: Credit
  readonly takeback?: Takeback
}

/** A new order and its first attempt, which are stored together. */
export interface Begun {
  readonly order: PlacedOrder
  readonly attempt: Attempt
}

interface Paying {
  readonly method: Method
  readonly payerMsisdn?: string
  readonly email?: string
  readonly quote?: Quote
}

interface AttemptSources {
  readonly gateway: { readonly name: string; readonly checkoutType: CheckoutType; readonly lifeMs: number }
  readonly now: () => number
  readonly newId: () => string
  readonly newReference: () => string
}

/** Makes an attempt as it is registered: no provider knows of it. */
export function newAttempt(order: PlacedOrder, payer: Paying, sources: AttemptSources): Attempt {
  const { now, newId, newReference, gateway } = sources
  const createdAt = now()
  const email = payer.email ?? order.email
  return {
    id: newId(),
    orderId: order.id,
    reference: newReference(),
    method: payer.method,
    gateway: gateway.name,
    checkoutType: gateway.checkoutType,
    state: 'created',
    amount: computeCharge(order, payer),
    ...(payer.quote === undefined ? {} : { quote: payer.quote }),
    payerMsisdn: getPayer(order, payer),
    ...(email === undefined ? {} : { email }),
    returnToken: newId(),
    paysOrder: false,
    checks: 0,
    createdAt,
    expiresAt: createdAt + gateway.lifeMs,
  }
}

/** The invoices that an order is about to pay, or the bill of a whole account. */
export interface InvoiceHold {
  readonly orderId: string
  readonly account: string
  /** The ids, at least one and without duplicates. */
  readonly billIds: readonly string[]
  /** The time at which billing was read for a whole account, or a little before. */
  readonly readAt?: number
  /** The time after which a payer prompted by another order prevents this one. */
  readonly heldSince: number
}

export interface HandingOver {
  readonly nextCheckAt: number
  /** The provider's time limit starts now, however long ago the attempt was registered. */
  readonly expiresAt: number
  /** The most unanswered prompts to a wallet's handset, counted since this time. */
  readonly prompts: { readonly since: number; readonly most: number }
  /** Without it no other order can pay the same. */
  readonly invoices?: InvoiceHold
}

/** A provider's answer to the start of an attempt. */
interface HandOver {
  readonly providerReference?: string
  readonly gatewayUrl?: string
  readonly nextCheckAt: number
}

interface Ending {
  readonly state: 'refused' | 'expired'
  readonly reason: Refusal
  /** Late money is possible, so an attempt may be checked after its end. */
  readonly nextCheckAt?: number
}

/** The first call of a delivery is prepared: it begins as sent, leased to this process. */
export interface FirstCall {
  readonly goods: Delivery
  readonly leaseUntil: number
}

export interface Capture {
  readonly providerReference?: string
  readonly first?: FirstCall
}

/**
 * With `sending` only the caller may send the delivery now. With `reference_taken` the provider uses the same name for
 * another payment of ours, and nothing was changed.
 */
export type Captured =
  | { readonly outcome: 'captured'; readonly sending?: SentDelivery }
  | { readonly outcome: 'too_late' | 'reference_taken' }

/**
 * Stores attempts. A change is one compare-and-set on the state that the caller read, with its event and all
 * consequences in the same transaction. False, or `too_late`, means that another process was first and has done all of
 * it.
 */
export interface AttemptStore {
  /** Adds the attempt unless another one of its order is live; then that one is returned. */
  begin(attempt: Attempt): Promise<{ readonly begun: boolean; readonly attempt: Attempt }>
  /** Adds a new order with its first attempt. */
  beginNew(begun: Begun): Promise<void>
  /** Commits the intention to call the provider. Only the caller who gets `handed_over` may call it. */
  handOver(
    attempt: Attempt,
    handingOver: HandingOver,
  ): Promise<'handed_over' | 'too_late' | 'too_many_prompts' | 'being_paid'>
  waiting(attempt: Attempt, handOver: HandOver): Promise<boolean>
  refuse(attempt: Attempt, ending: Ending): Promise<boolean>
  supersede(attempt: Attempt): Promise<boolean>
  /** Commits the intention to send a PIN. Only the caller who gets true may send one. */
  pinSent(attempt: Attempt, sending: { readonly at: number; readonly nextCheckAt: number }): Promise<boolean>
  /** The wallet reported that the PIN sent at `pinSentAt` had no effect. */
  pinReturned(attempt: Attempt): Promise<void>
  /** The visitor leaves before any PIN was sent. */
  cancel(attempt: Attempt, nextCheckAt: number): Promise<boolean>
  /** Reads what a capture would deliver. */
  goodsOf(attempt: Attempt): Promise<Delivery>
  /** The order's first capture begins its delivery; any further one begins its own refund. */
  capture(attempt: Attempt, capture: Capture): Promise<Captured>
  /**
   * The provider has reversed the capture on its own, and staff must be informed. False when the portal refunded it.
   */
  reverse(attempt: Attempt): Promise<boolean>
}

export interface Hint {
  readonly attemptId: string
  readonly at: number
  /** The time from which on the hint allows the next status check. */
  readonly checkAt: number
}

/** A provider's callback. */
export interface CallbackHint extends Hint {
  readonly bodyHash: string
  readonly gateway: string
}

/**
 * With `repeated` the same bytes were recorded before, and cause no status check. With `leased` this process checks it
 * now.
 */
export type NotedCallback =
  | { readonly outcome: 'noted'; readonly leased?: Attempt }
  | { readonly outcome: 'repeated'; readonly leased?: undefined }

/** Reads for pages and callbacks, and their small updates. */
export interface PaymentReader {
  payment(attemptId: string): Promise<Payment | undefined>
  paymentsOf(orderId: string): Promise<readonly Payment[]>
  /** Moves the next check forward to `at`, and never back. */
  checkSoon(attemptId: string, at: number): Promise<void>
  /** Records that a visitor whom the portal sent to a hosted page has returned. */
  noteReturn(hint: Hint): Promise<void>
  /** `leaseUntil` leases the attempt to this process as well, unless another worker has it or its check must wait. */
  noteCallback(callback: CallbackHint, leaseUntil?: number): Promise<NotedCallback>
  /** Counts attempts on a wallet since `since` that sent a prompt to its handset without approval. */
  unansweredPrompts(payerMsisdn: string, since: number): Promise<number>
  /** Tells whether the payer of another order was prompted for one of these recently. */
  isHeldElsewhere(hold: InvoiceHold): Promise<boolean>
}
