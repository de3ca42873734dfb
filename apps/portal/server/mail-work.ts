import { createSmtpMailSender } from './adapters/smtp/smtp-mail-sender.ts'
import type { Config } from './config.ts'
import type { Content } from './content/content.ts'
import type { createStores } from './db/stores.ts'
import { createMailText } from './mail-text.ts'
import { Mails } from './messages/mails.ts'
import type { Metrics } from './metrics.ts'
import { type Lane, laneOf } from './payments/worker.ts'

interface MailWorkOptions {
  readonly config: Pick<Config, 'market' | 'http' | 'mail'>
  readonly stores: Pick<ReturnType<typeof createStores>, 'mails'>
  readonly content: Content
  readonly metrics: Pick<Metrics, 'alerted'>
  readonly now: () => number
}

interface MailWork {
  readonly lane: Lane
  close(): Promise<void>
}

/** Receipts have a lane of their own: a mail server may hang, and a mail may wait. */
export function createMailWork({ config, stores, content, metrics, now }: MailWorkOptions): MailWork {
  const { market, http, mail } = config
  const { publicOrigin } = http
  const sender = createSmtpMailSender(mail)
  const mails = new Mails({
    outbox: stores.mails,
    sender,
    textOf: createMailText({ content, market, publicOrigin }),
    host: new URL(publicOrigin).hostname,
    now,
    alert: metrics.alerted,
  })
  const lane = laneOf({
    name: 'send mail',
    width: 4,
    leaseMs: 120_000,
    claim: (claim) => stores.mails.claim(claim),
    work: (due) => mails.send(due),
  })
  return { lane, close: () => sender.close() }
}
