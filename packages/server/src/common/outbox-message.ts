/** A text message that is due. It was queued in the transaction that caused it. */
export interface OutboxMessage {
  readonly id: string
  /** The payment that it reports, if any. */
  readonly attemptId?: string
  readonly kind: string
  /** Nine national digits. */
  readonly msisdn: string
  readonly language: string
  /** Values for the placeholders of the text. */
  readonly params: Readonly<Record<string, string>>
  readonly tries: number
  /** From then on it is useless, and is not sent. Epoch milliseconds. */
  readonly expiresAt?: number
}
