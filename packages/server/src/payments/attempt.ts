import type { Bill } from '@nyanja/domain/bills/bill'
import type { Quote } from '@nyanja/domain/money/exchange'
import type { Money } from '@nyanja/domain/money/money'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import type { CheckoutType } from '@nyanja/domain/payments/payment-pages'
import {
  type AttemptState,
  attemptStates,
  type DeliveryState,
  nextAttemptStates,
  type RefundState,
} from '@nyanja/domain/payments/payment-states'
import { chargeOf, payerOf } from './charge.ts'
import type { PlacedOrder } from './orders.ts'
import type { Refusal } from './payment-gateway.ts'

export const methods = ['card', 'nyanja_money', 'nyanja_money_pin', 'smartcash', 'airtime', 'mpesa'] as const
export type Method = (typeof methods)[number]

/** One try to pay an order by one method. Its id is the spec's `transactionId`. Times are epoch milliseconds. */
export interface Attempt {
  readonly id: string
  readonly orderId: string
  /** The short, human form: `NYA-7K4P-29XD`. */
  readonly reference: string
  readonly method: Method
  readonly gateway: string
  readonly checkoutType: CheckoutType
  readonly state: AttemptState
  /** What is charged. */
  readonly amount: Money
  /** How it came from the order's own amount, where another currency is charged. */
  readonly quote?: Quote
  /** Nine national digits: the wallet that is asked, or the recharged line. */
  readonly payerMsisdn: string
  readonly email?: string
  readonly providerReference?: string
  /** The gateway's hosted page, once it has given one. */
  readonly gatewayUrl?: string
  /** Proves that a returning visitor was redirected to the gateway by us. */
  readonly returnToken: string
  readonly returnedAt?: number
  /** The one capture that pays the order; all other captures of it are refunded. */
  readonly paysOrder: boolean
  readonly refusal?: Refusal
  readonly checks: number
  /** How often we were told that something happened; one that comes during a check outlives it. */
  readonly hints?: number
  /** When a worker will ask the provider, and when it last did. */
  readonly nextCheckAt?: number
  readonly checkedAt?: number
  readonly createdAt: number
  /** When a PIN went to the wallet of which we have no answer yet. */
  readonly pinSentAt?: number
  /** When the provider got to know of it. */
  readonly handedOverAt?: number
  /** When the visitor left it for another way to pay; it stays watched. */
  readonly supersededAt?: number
  readonly decidedAt?: number
  /** After this the provider takes no money any more. */
  readonly expiresAt: number
}

const captures: readonly AttemptState[] = ['captured', 'captured_late']

/** States out of which money may still come, so that it is worth asking the provider. */
export const capturableStates: readonly AttemptState[] = attemptStates.filter((state) =>
  nextAttemptStates[state].some((next) => captures.includes(next)),
)

/** States in which the provider has said that the money is there. It may still take it back. */
export const capturedStates: readonly AttemptState[] = captures

export interface Delivery {
  readonly attemptId: string
  /** The attempt's. Logs and people name a payment by it, since the id of an attempt opens its status page. */
  readonly reference: string
  readonly kind: OrderKind
  readonly msisdn: string
  readonly productCode?: string
  readonly bill?: Bill
  readonly leadReference?: string
  /** What was left to pay afterwards, as the BSS said. */
  readonly remaining?: Money
  readonly amount: Money
  readonly state: DeliveryState
  /** How often it was sent to the BSS. */
  readonly sends: number
  /** How often the BSS was asked about it since it was last sent. */
  readonly reads: number
  readonly createdAt: number
  /** When a call last left that may have reached the BSS. */
  readonly sentAt?: number
  /** The BSS's own name of it, once it has said that it has it. */
  readonly bssReference?: string
  readonly decidedAt?: number
}

export interface Refund {
  readonly attemptId: string
  readonly state: RefundState
  readonly tries: number
  readonly createdAt: number
  readonly decidedAt?: number
}

/** An attempt with the two components that may follow it. */
export interface Payment {
  readonly attempt: Attempt
  readonly delivery?: Delivery
  readonly refund?: Refund
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

/** As it is registered: no provider knows of it. */
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
    amount: chargeOf(order, payer),
    ...(payer.quote === undefined ? {} : { quote: payer.quote }),
    payerMsisdn: payerOf(order, payer),
    ...(email === undefined ? {} : { email }),
    returnToken: newId(),
    paysOrder: false,
    checks: 0,
    createdAt,
    expiresAt: createdAt + gateway.lifeMs,
  }
}

/** Invoices that an order is about to pay, or the bill of a whole account. */
export interface InvoicesAsked {
  readonly orderId: string
  readonly account: string
  /** Never none, and none twice. */
  readonly billIds: readonly string[]
  /** Of a whole account: when billing was read, or a little before. */
  readonly readAt?: number
  /** Who was asked by another order after this keeps others from paying. */
  readonly heldSince: number
}

export interface HandingOver {
  readonly nextCheckAt: number
  /** The provider's time begins now, however long the attempt was registered before. */
  readonly expiresAt: number
  /** Unanswered prompts to a wallet's handset in this time. */
  readonly prompts: { readonly since: number; readonly most: number }
  /** Absent: no other order can pay the same. */
  readonly invoices?: InvoicesAsked
}

/** What a provider answered to the start of an attempt. */
interface HandOver {
  readonly providerReference?: string
  readonly gatewayUrl?: string
  readonly nextCheckAt: number
}

interface Ending {
  readonly state: 'refused' | 'expired'
  readonly reason: Refusal
  /** Late money is possible, so an attempt may be asked about after its end. */
  readonly nextCheckAt?: number
}

interface Capture {
  readonly providerReference?: string
}

/**
 * Keeps attempts. A change is one compare-and-set on the state that the caller saw, with its event and all that
 * follows from it in the same transaction. False, or `too_late`, means that another process was first and has done it all.
 */
export interface AttemptStore {
  /** Adds the attempt unless another one of its order is live; then that one is the answer. */
  begin(attempt: Attempt): Promise<{ readonly begun: boolean; readonly attempt: Attempt }>
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
  /** The wallet has said that nothing comes of the PIN that was sent at `pinSentAt`. */
  pinReturned(attempt: Attempt): Promise<void>
  /** The visitor leaves before any PIN was sent. */
  cancel(attempt: Attempt, nextCheckAt: number): Promise<boolean>
  /**
   * The order's first capture begins its delivery; any further one begins its own refund. `reference_taken`: the
   * provider has named this payment like another one of ours, and nothing was changed.
   */
  capture(attempt: Attempt, capture: Capture): Promise<'captured' | 'too_late' | 'reference_taken'>
  /** The provider has taken the money back by itself, and a person must hear of it. False when we gave it back. */
  reverse(attempt: Attempt): Promise<boolean>
}

export interface Hint {
  readonly attemptId: string
  readonly at: number
  /** When the provider may be asked because of it. */
  readonly checkAt: number
}

/** What pages and callbacks read, and the small marks that they leave. */
export interface PaymentReader {
  payment(attemptId: string): Promise<Payment | undefined>
  paymentsOf(orderId: string): Promise<readonly Payment[]>
  /** Pulls the next check forward to `at`; never pushes it back. */
  checkSoon(attemptId: string, at: number): Promise<void>
  /** The visitor whom we sent to a hosted page is back. */
  noteReturn(hint: Hint): Promise<void>
  /** False when these very bytes came before; then nothing is asked because of them. */
  noteCallback(callback: Hint & { readonly bodyHash: string; readonly gateway: string }): Promise<boolean>
  /** Attempts on a wallet since `since` that asked its handset and got no approval. */
  unansweredPrompts(payerMsisdn: string, since: number): Promise<number>
  /** Whether the payer of another order was asked for one of these a moment ago. */
  isAskedElsewhere(asked: InvoicesAsked): Promise<boolean>
}
