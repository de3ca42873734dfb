import { day, hour, minute } from '@nyanja/domain/time'

/** The fields of every due mail. */
interface Due {
  readonly id: string
  readonly tries: number
}

interface MailsOptions<Mailed extends Due> {
  readonly outbox: MailQueue<Mailed>
  readonly sender: Pick<MailSender, 'send'>
  readonly addressOf: (mail: Mailed) => string
  /** The address is the operator's own, which is corrected when the mail server refuses it; a customer's is not. */
  readonly isToOperator?: boolean
  /** Returns the texts of a mail in its language. */
  readonly textOf: (mail: Mailed) => Omit<Mail, 'to' | 'messageId' | 'files'>
  /** Returns the files that go with a mail, if any. When it fails, the mail is sent later. */
  readonly filesOf?: (mail: Mailed) => Promise<readonly MailFile[]>
  /** The domain after the @ of our message ids. */
  readonly host: string
  readonly now: () => number
  /** Alerts once when a mail was given up, until the mail server accepts one again. */
  readonly alert: (event: 'mail_given_up') => void
}

/** Mail servers are sometimes down for hours; after two days staff must act. */
const retryAfterMs = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour, day] as const

/** Sends due mails. A mail may arrive twice, and then with the same message id. */
export class Mails<Mailed extends Due> {
  readonly #options: MailsOptions<Mailed>
  #isReported = false

  constructor(options: MailsOptions<Mailed>) {
    this.#options = options
  }

  async send(due: Mailed): Promise<void> {
    const { outbox, host, addressOf, isToOperator = false } = this.#options
    const mail = { ...(await this.#textOf(due)), to: addressOf(due), messageId: `<${due.id}@${host}>` }
    const outcome = await this.#sendWithFiles(due, mail).catch(() => 'not_accepted' as const)
    if (outcome === 'accepted') {
      this.#isReported = false
      return outbox.sent(due)
    }
    // The server would refuse the mail again, and only the customer could correct the address.
    if (outcome === 'address_refused' && !isToOperator) return outbox.notSent(due, undefined)
    return this.#later(due)
  }

  async #sendWithFiles(due: Mailed, mail: Mail): Promise<MailOutcome> {
    const { sender, filesOf } = this.#options
    const files = await filesOf?.(due)
    return sender.send(files === undefined || files.length === 0 ? mail : { ...mail, files })
  }

  async #later(due: Mailed): Promise<void> {
    const { outbox, now, alert } = this.#options
    const pauseMs = retryAfterMs[due.tries]
    await outbox.notSent(due, pauseMs === undefined ? undefined : now() + pauseMs)
    if (pauseMs !== undefined || this.#isReported) return
    this.#isReported = true
    alert('mail_given_up')
  }

  /** Rendering would fail again: the mail is set aside, and the bug is reported once. */
  async #textOf(due: Mailed): Promise<Omit<Mail, 'to' | 'messageId' | 'files'>> {
    const { outbox, textOf } = this.#options
    try {
      return textOf(due)
    } catch (error) {
      await outbox.notSent(due, undefined)
      throw error
    }
  }
}

/** A receipt by e-mail that is due. It was queued in the transaction that caused it. */
export interface DueMail {
  readonly id: string
  readonly attemptId: string
  readonly kind: string
  readonly email: string
  readonly language: string
  /** Values for the placeholders of the text. */
  readonly params: Readonly<Record<string, string>>
  readonly tries: number
}

/** Mails to be sent, and the outcome of sending. */
export interface MailQueue<Due> {
  claim(claim: { readonly limit: number; readonly leaseMs: number }): Promise<readonly Due[]>
  sent(mail: Due): Promise<void>
  /** Retries the mail at `nextTryAt`; without it never. */
  notSent(mail: Due, nextTryAt: number | undefined): Promise<void>
}

export type MailOutbox = MailQueue<DueMail>

export interface MailFile {
  readonly name: string
  /** The media type, such as `application/pdf`. */
  readonly type: string
  readonly content: Uint8Array
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The id, equal for each sending of a mail, so that mailboxes recognise duplicates. */
  readonly messageId: string
  readonly files?: readonly MailFile[]
}

/** With `address_refused` the mail is refused for good, and because of the recipient alone. */
export type MailOutcome = 'accepted' | 'address_refused'

/** Sends e-mail. Throws when the mail was not accepted for another reason, or when that is unknown. */
export interface MailSender {
  send(mail: Mail): Promise<MailOutcome>
  close(): Promise<void>
}
