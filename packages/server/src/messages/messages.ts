import { day, hour, minute } from '@nyanja/domain/time'
import type { Outbox, OutboxMessage } from './outbox.ts'
import type { SmsSender } from './sms-sender.ts'

export interface MessagesOptions {
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
