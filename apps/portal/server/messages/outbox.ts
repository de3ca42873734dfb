/** A text message that is due. It speaks of a payment and was put here in the transaction that moved it. */
export interface OutboxMessage {
  readonly id: string
  readonly attemptId: string
  readonly kind: string
  /** Nine national digits. */
  readonly msisdn: string
  readonly language: string
  /** What the text is filled with. */
  readonly params: Readonly<Record<string, string>>
  readonly tries: number
}

export interface Outbox {
  claim(claim: { readonly limit: number; readonly leaseMs: number }): Promise<readonly OutboxMessage[]>
  sent(message: OutboxMessage): Promise<void>
  /** Another try at `nextTryAt`; none without it. */
  notSent(message: OutboxMessage, nextTryAt: number | undefined): Promise<void>
}
