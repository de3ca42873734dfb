import type { Attempt, Payment } from './attempt.ts'
import type { Refusal } from './payment-gateway.ts'

/** What a provider answered to the start of an attempt. */
export interface HandOver {
  readonly providerReference?: string
  readonly gatewayUrl?: string
  readonly nextCheckAt: number
}

export interface Capture {
  readonly providerReference?: string
}

/**
 * Keeps attempts. A change is one compare-and-set on the state that the caller saw, with its event and all that
 * follows from it in the same transaction. False means that somebody else was first and has done it all.
 */
export interface AttemptStore {
  /** Adds the attempt unless another one of its order is live; then that one is the answer. */
  begin(attempt: Attempt): Promise<{ readonly begun: boolean; readonly attempt: Attempt }>
  /** Commits the intention to call the provider. Only the caller who gets true may call it. */
  handOver(attempt: Attempt, nextCheckAt: number): Promise<boolean>
  waiting(attempt: Attempt, handOver: HandOver): Promise<boolean>
  refuse(attempt: Attempt, outcome: { state: 'refused' | 'expired'; reason: Refusal }): Promise<boolean>
  supersede(attempt: Attempt): Promise<boolean>
  /** The order's first capture begins its delivery; any further one begins its own refund. */
  capture(attempt: Attempt, capture: Capture): Promise<boolean>
}

/** What pages and callbacks read, and the small marks that they leave. */
export interface PaymentReader {
  payment(attemptId: string): Promise<Payment | undefined>
  paymentsOf(orderId: string): Promise<readonly Payment[]>
  /** Pulls the next check forward to `at`; never pushes it back. */
  checkSoon(attemptId: string, at: number): Promise<void>
  markReturned(attemptId: string, at: number): Promise<void>
  /** Attempts on a wallet since `since` that asked its handset and got no approval. */
  unansweredPrompts(payerMsisdn: string, since: number): Promise<number>
  /** False when these very bytes came before. */
  noteCallback(callback: { bodyHash: string; gateway: string; reference: string; at: number }): Promise<boolean>
}
