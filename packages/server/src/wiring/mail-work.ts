import { createSmtpMailSender } from '../adapters/smtp/smtp-mail-sender.ts'
import { createQueue, type Queue } from '../common/work-queue.ts'
import type { Content } from '../content/content.ts'
import type { createStores } from '../db/stores.ts'
import { bringsReceipt, createMailText } from '../message-texts/mail-text.ts'
import { createSubmissionText } from '../message-texts/submission-text.ts'
import { type DueMail, type MailFile, Mails } from '../messages/mails.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { RefundModeOf } from '../payments/payment-gateway.ts'
import type { Config } from '../settings/config.ts'

/** A mail that brings the receipt of its payment. */
export type DueReceipt = Pick<DueMail, 'attemptId' | 'language'>

interface MailWorkOptions {
  readonly config: Pick<Config, 'market' | 'http' | 'mail'>
  readonly stores: Pick<ReturnType<typeof createStores>, 'mails' | 'dueSubmissions'>
  readonly content: Content
  readonly metrics: Pick<Metrics, 'countAlert'>
  readonly refundModeOf: RefundModeOf
  /** Returns the receipt of a payment as a file, if it has one. */
  readonly receiptOf: (due: DueReceipt) => Promise<MailFile | undefined>
  readonly now: () => number
}

interface MailWork {
  readonly queues: readonly Queue[]
  close(): Promise<void>
}

/** Mail has separate queues: a mail server may hang, and mail is less urgent. */
export function createMailWork(options: MailWorkOptions): MailWork {
  const { config, stores, content, metrics, refundModeOf, receiptOf, now } = options
  const { market, http, mail } = config
  const { publicOrigin } = http
  const sender = createSmtpMailSender(mail)
  const sending = { sender, host: new URL(publicOrigin).hostname, now, alert: metrics.countAlert }
  const receipts = new Mails({
    ...sending,
    outbox: stores.mails,
    addressOf: ({ email }) => email,
    textOf: createMailText({ content, market, publicOrigin, refundModeOf }),
    filesOf: async (due) => {
      const file = bringsReceipt(due) ? await receiptOf(due) : undefined
      return file === undefined ? [] : [file]
    },
  })
  const submissions = new Mails({
    ...sending,
    outbox: stores.dueSubmissions,
    addressOf: () => mail.careAddress,
    isToOperator: true,
    textOf: createSubmissionText({ content, market }),
  })
  const queues = [
    createQueue({
      name: 'send mail',
      width: 4,
      leaseMs: 120_000,
      claim: (claim) => stores.mails.claim(claim),
      work: (due) => receipts.send(due),
    }),
    createQueue({
      name: 'send submissions',
      width: 2,
      leaseMs: 120_000,
      claim: (claim) => stores.dueSubmissions.claim(claim),
      work: (due) => submissions.send(due),
    }),
  ]
  return { queues, close: () => sender.close() }
}
