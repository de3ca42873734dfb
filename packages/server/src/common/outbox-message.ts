/** A text message that is due. It was queued in the transaction that caused it. */
export interface OutboxMessage {
  readonly id: string
  /** The payment is the one that the message reports, if any. */
  readonly attemptId?: string
  readonly kind: string
  /** The number has nine national digits. */
  readonly msisdn: string
  readonly language: string
  /** Values for the placeholders of the text. */
  readonly params: Readonly<Record<string, string>>
  readonly tries: number
  /** The message is useless from then on, and is not sent. The time is in epoch milliseconds. */
  readonly expiresAt?: number
}
