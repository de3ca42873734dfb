import type { Outbox, OutboxMessage } from './outbox.ts'
import type { SmsSender } from './sms-sender.ts'

export interface MessagesOptions {
  readonly outbox: Outbox
  readonly sender: SmsSender
  /** The words of a message in its language. */
  readonly textOf: (message: OutboxMessage) => string
  readonly now: () => number
}

const retryAfterMs = [5_000, 60_000, 600_000] as const

/** Tells payers by SMS what became of their money. */
export class Messages {
  readonly #options: MessagesOptions

  constructor(options: MessagesOptions) {
    this.#options = options
  }

  async send(message: OutboxMessage): Promise<void> {
    const { outbox, sender, now } = this.#options
    const sentAs = await sender.send(message.msisdn, await this.#textOf(message), message.id).catch(() => undefined)
    if (sentAs !== undefined) return outbox.sent(message)
    const pauseMs = retryAfterMs[message.tries]
    return outbox.notSent(message, pauseMs === undefined ? undefined : now() + pauseMs)
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
