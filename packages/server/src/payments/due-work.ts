import type { Attempt, Delivery, Payment, Refund } from './attempt.ts'
import type { Delivered } from './delivery-provider.ts'

export interface Claim {
  readonly limit: number
  readonly leaseMs: number
}

/** Hands out due rows, each to one worker until its lease ends. */
export interface DueWork {
  attempts(gateway: string, claim: Claim): Promise<readonly Attempt[]>
  deliveries(claim: Claim): Promise<readonly Delivery[]>
  refunds(gateway: string, claim: Claim): Promise<readonly Payment[]>
  /** Work on it failed here: it is due again soon, not first when its lease ends. */
  again(kind: 'attempt' | 'delivery' | 'refund', attemptId: string): Promise<void>
}

/** What a worker does with an attempt that stays undecided. */
export interface CheckStore {
  checkAgain(attempt: Attempt, nextCheckAt: number | undefined): Promise<void>
  /** A person must look at it; listed once however often it is said. */
  review(attemptId: string, reason: string): Promise<void>
}

/** Moves the delivery leg. Compare-and-set like `AttemptStore`. */
export interface DeliveryStore {
  /** Commits the intention to send. Only the caller who gets true may call the BSS. */
  sending(delivery: Delivery): Promise<boolean>
  /** `in_vain`: what it was for has ended meanwhile, and the payment stands in the review list. */
  delivered(delivery: Delivery, result: Omit<Delivered, 'outcome'>): Promise<'delivered' | 'in_vain' | 'overtaken'>
  /** Begins the refund in the same transaction. The gateway that is to refund; undefined when overtaken. */
  impossible(delivery: Delivery, reason: string): Promise<string | undefined>
  /** The BSS has never heard of it: it may be sent again. Keeps `sentAt` and `reads` as they are given. */
  notSent(delivery: Delivery, nextCheckAt: number): Promise<boolean>
  /** Keeps `bssReference` as it is given. */
  reread(delivery: Delivery, nextCheckAt: number): Promise<void>
}

/** Moves the refund leg. Compare-and-set like `AttemptStore`. */
export interface RefundStore {
  requesting(refund: Refund): Promise<boolean>
  refunded(refund: Refund): Promise<boolean>
  repeatRequest(refund: Refund, nextCheckAt: number): Promise<boolean>
  retryRequest(refund: Refund, nextCheckAt: number): Promise<void>
  toReview(refund: Refund, reason: string): Promise<boolean>
}
