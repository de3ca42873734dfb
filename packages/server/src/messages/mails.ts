import { day, hour, minute } from '@nyanja/domain/time'

/** What every mail has that is due, whatever it says. */
interface Due {
  readonly id: string
  readonly tries: number
}

interface MailsOptions<Mailed extends Due> {
  readonly outbox: MailQueue<Mailed>
  readonly sender: Pick<MailSender, 'send'>
  readonly addressOf: (mail: Mailed) => string
  /** The words of a mail in its language. */
  readonly textOf: (mail: Mailed) => Omit<Mail, 'to' | 'messageId'>
  /** What stands after the @ of our message ids. */
  readonly host: string
  readonly now: () => number
  /** A mail was given up. */
  readonly alert: (event: 'mail_given_up') => void
}

/** Mail servers are away for hours at times; one that was away for two days is looked after by a person. */
const retryAfterMs = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour, day] as const

/** Sends what is due by e-mail. A mail may arrive twice, and then under the same message id. */
export class Mails<Mailed extends Due> {
  readonly #options: MailsOptions<Mailed>

  constructor(options: MailsOptions<Mailed>) {
    this.#options = options
  }

  async send(due: Mailed): Promise<void> {
    const { outbox, sender, host, addressOf } = this.#options
    const mail = { ...(await this.#textOf(due)), to: addressOf(due), messageId: `<${due.id}@${host}>` }
    const isSent = await sender.send(mail).then(
      () => true,
      () => false,
    )
    return isSent ? outbox.sent(due) : this.#later(due)
  }

  async #later(due: Mailed): Promise<void> {
    const { outbox, now, alert } = this.#options
    const pauseMs = retryAfterMs[due.tries]
    await outbox.notSent(due, pauseMs === undefined ? undefined : now() + pauseMs)
    if (pauseMs === undefined) alert('mail_given_up')
  }

  /** A mail without words stays without them: it is put aside, and the bug is heard of once. */
  async #textOf(due: Mailed): Promise<Omit<Mail, 'to' | 'messageId'>> {
    const { outbox, textOf } = this.#options
    try {
      return textOf(due)
    } catch (error) {
      await outbox.notSent(due, undefined)
      throw error
    }
  }
}

/** A receipt by e-mail that is due. It was put here in the transaction that gave rise to it. */
export interface DueMail {
  readonly id: string
  readonly attemptId: string
  readonly kind: string
  readonly email: string
  readonly language: string
  /** What the text is filled with. */
  readonly params: Readonly<Record<string, string>>
  readonly tries: number
}

/** What must go out by e-mail, and what became of it. */
export interface MailQueue<Due> {
  claim(claim: { readonly limit: number; readonly leaseMs: number }): Promise<readonly Due[]>
  sent(mail: Due): Promise<void>
  /** Another try at `nextTryAt`; none without it. */
  notSent(mail: Due, nextTryAt: number | undefined): Promise<void>
}

export type MailOutbox = MailQueue<DueMail>

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The same each time the same mail is sent, so that mailboxes know a repeated one. */
  readonly messageId: string
}

/** Sends e-mail. Throws when it was not accepted, or when that is unknown. */
export interface MailSender {
  send(mail: Mail): Promise<void>
  close(): Promise<void>
}
