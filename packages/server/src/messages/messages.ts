import { day, hour, minute } from '@nyanja/domain/time'

interface MessagesOptions {
  readonly outbox: Outbox
  readonly sender: SmsSender
  /** The words of a message in its language. */
  readonly textOf: (message: OutboxMessage) => string
  readonly now: () => number
}

/** An SMS centre may hang for a moment, or be away for a day: who is to be told of his money or his order is told then. */
const retryAfterMs = [5_000, minute, 10 * minute, hour, 3 * hour, 6 * hour, 12 * hour, day] as const

/** Sends by SMS what was put into the outbox: what became of a payer's money or of an order, or a code. */
export class Messages {
  readonly #options: MessagesOptions

  constructor(options: MessagesOptions) {
    this.#options = options
  }

  async send(message: OutboxMessage): Promise<void> {
    const { outbox, sender, now } = this.#options
    const { id, msisdn, expiresAt } = message
    const validForMs = expiresAt === undefined ? undefined : expiresAt - now()
    if (validForMs !== undefined && validForMs <= 0) return outbox.notSent(message, undefined)

    const sentAs = await sender.send(msisdn, await this.#textOf(message), id, validForMs).catch(() => undefined)
    if (sentAs !== undefined) return outbox.sent(message)
    return outbox.notSent(message, this.#nextTryAt(message))
  }

  #nextTryAt({ tries, expiresAt = Number.POSITIVE_INFINITY }: OutboxMessage): number | undefined {
    const pauseMs = retryAfterMs[tries]
    if (pauseMs === undefined) return undefined
    const at = this.#options.now() + pauseMs
    return at < expiresAt ? at : undefined
  }

  /** A message without words stays without them: it is put aside, and the bug is heard of once. */
  async #textOf(message: OutboxMessage): Promise<string> {
    const { outbox, textOf } = this.#options
    try {
      return textOf(message)
    } catch (error) {
      await outbox.notSent(message, undefined)
      throw error
    }
  }
}

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

/** Sends text messages. Throws when the message was not accepted, or when that is unknown. */
export interface SmsSender {
  /**
   * Nine national digits; `reference` is ours, for the log. A text that is no use when it comes late names how long it
   * is `validForMs`. Answers with the SMSC's id of the message.
   */
  send(msisdn: string, text: string, reference: string, validForMs?: number): Promise<string>
  close(): Promise<void>
}
