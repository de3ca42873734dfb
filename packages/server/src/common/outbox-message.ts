/** A text message that is due. It was queued in the transaction that caused it. */
export interface OutboxMessage {
  readonly id: string
  /** The payment that the message reports, if any. */
  readonly attemptId?: string
  readonly kind: string
  /** The national digits of the number. */
  readonly msisdn: string
  readonly language: string
  /** Values for the placeholders of the text. */
  readonly params: Readonly<Record<string, string>>
  readonly tries: number
  /** The time from which on the message is useless and not sent, in epoch milliseconds. */
  readonly expiresAt?: number
}

/** With `later` it is not known yet whether the message is of use. */
export type MessageStanding = 'of_use' | 'later' | 'useless'
