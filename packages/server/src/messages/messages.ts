import { PortalError } from '@nyanja/domain/errors'
import { day, hour, minute } from '@nyanja/domain/time'
import type { MessageStanding, OutboxMessage } from '../common/outbox-message.ts'

interface MessagesOptions {
  readonly outbox: Outbox
  readonly sender: SmsSender
  /** The text of a message in its language. */
  readonly textOf: (message: OutboxMessage) => string
  /** Tells whether a message is still of use, where that can change while it waits. */
  readonly standingOf?: (message: OutboxMessage) => Promise<MessageStanding>
  readonly now: () => number
}

/** An SMSC may be slow for a moment or down for a day: messages about money and orders are sent afterwards. */
const retryAfterMs = [5_000, minute, 10 * minute, hour, 3 * hour, 6 * hour, 12 * hour, day] as const

/**
 * Tells whether a message was certainly not accepted: an SMSC that gave no answer may have it, and a second receipt
 * looks like a second payment.
 */
function isNotAccepted(error: unknown): boolean {
  return !(error instanceof PortalError) || error.code !== 'provider_unreachable' || error.notSent !== undefined
}

/** Sends the outbox by SMS: outcomes of payments and orders, and codes. */
export class Messages {
  readonly #options: MessagesOptions

  constructor(options: MessagesOptions) {
    this.#options = options
  }

  async send(message: OutboxMessage): Promise<void> {
    const { outbox, sender, standingOf, now } = this.#options
    const { id, msisdn, expiresAt } = message
    const validForMs = expiresAt === undefined ? undefined : expiresAt - now()
    if (validForMs !== undefined && validForMs <= 0) return outbox.notSent(message, undefined)
    const standing = await standingOf?.(message)
    if (standing === 'useless') return outbox.notSent(message, undefined)
    if (standing === 'later') return outbox.notSent(message, this.#nextTryAt(message))

    const text = await this.#textOf(message)
    const isRetried = await sender.send(msisdn, text, id, validForMs).then(() => false, isNotAccepted)
    return isRetried ? outbox.notSent(message, this.#nextTryAt(message)) : outbox.sent(message)
  }

  #nextTryAt({ tries, expiresAt = Number.POSITIVE_INFINITY }: OutboxMessage): number | undefined {
    const pauseMs = retryAfterMs[tries]
    if (pauseMs === undefined) return undefined
    const at = this.#options.now() + pauseMs
    return at < expiresAt ? at : undefined
  }

  /** Rendering would fail again: the message is set aside, and the bug is reported once. */
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

export interface Outbox {
  claim(claim: { readonly limit: number; readonly leaseMs: number }): Promise<readonly OutboxMessage[]>
  /** Returns the end of a lease of this process that the statement which queues a message takes with it. */
  leaseUntil(leaseMs: number): Promise<number>
  /**
   * Records that the statement that takes the lease failed, perhaps after it had taken it: the next claim releases it.
   */
  mayHold(until: number): Promise<void>
  sent(message: OutboxMessage): Promise<void>
  /** Retries the message at `nextTryAt`; without it never. */
  notSent(message: OutboxMessage, nextTryAt: number | undefined): Promise<void>
}

/**
 * Sends text messages. Throws when one was not accepted. With `provider_unreachable` and no `notSent` it may have been.
 */
export interface SmsSender {
  /**
   * Sends a text to a number of national digits; `reference` is ours, for the log. `validForMs` limits the delivery time
   * of a text that is useless when late. Returns the SMSC's id of the message; some give none, or one for all.
   */
  send(msisdn: string, text: string, reference: string, validForMs?: number): Promise<string>
  close(): Promise<void>
}
