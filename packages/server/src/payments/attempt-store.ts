import type { Attempt, Payment } from './attempt.ts'
import type { Refusal } from './payment-gateway.ts'

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
  /** A wallet's handset is asked so often in this time when nobody answers. */
  readonly prompts: { readonly since: number; readonly most: number }
  /** Absent: nobody else can pay the same. */
  readonly invoices?: InvoicesAsked
}

/** What a provider answered to the start of an attempt. */
export interface HandOver {
  readonly providerReference?: string
  readonly gatewayUrl?: string
  readonly nextCheckAt: number
}

export interface Ending {
  readonly state: 'refused' | 'expired'
  readonly reason: Refusal
  /** Late money is possible, so an attempt may be asked about after its end. */
  readonly nextCheckAt?: number
}

export interface Capture {
  readonly providerReference?: string
}

/**
 * Keeps attempts. A change is one compare-and-set on the state that the caller saw, with its event and all that
 * follows from it in the same transaction. False, or `too_late`, means that somebody else was first and has done it all.
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
  withdraw(attempt: Attempt, nextCheckAt: number): Promise<boolean>
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
