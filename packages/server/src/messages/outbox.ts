/** A text message that is due. It was put here in the transaction that gave rise to it. */
export interface OutboxMessage {
  readonly id: string
  /** The payment that it speaks of, if it speaks of one. */
  readonly attemptId?: string
  readonly kind: string
  /** Nine national digits. */
  readonly msisdn: string
  readonly language: string
  /** What the text is filled with. */
  readonly params: Readonly<Record<string, string>>
  readonly tries: number
  /** From then on it is no use to anybody, and is not sent. Epoch milliseconds. */
  readonly expiresAt?: number
}

export interface Outbox {
  claim(claim: { readonly limit: number; readonly leaseMs: number }): Promise<readonly OutboxMessage[]>
  sent(message: OutboxMessage): Promise<void>
  /** Another try at `nextTryAt`; none without it. */
  notSent(message: OutboxMessage, nextTryAt: number | undefined): Promise<void>
}
