import nodemailer from 'nodemailer'
import { PortalError } from '../../common/errors.ts'
import type { MailSender } from '../../messages/mails.ts'

export interface SmtpOptions {
  /** With credentials where the server wants some: `smtps://user:password@mail.example` */
  readonly url: string
  /** `Nyanja <receipts@example.com>` */
  readonly from: string
  readonly timeoutMs?: number
}

/** A receipt is no advertisement: machines that answer mail should leave it alone. */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

export function createSmtpMailSender({ url, from, timeoutMs = 20_000 }: SmtpOptions): MailSender {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Nothing in a mail may make us read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send({ to, subject, text, html, messageId }) {
      // Its own words may name the address.
      await transport
        .sendMail({ from, to: { name: '', address: to }, subject, text, html, messageId, headers })
        .catch(() => {
          throw new PortalError('provider_unreachable', 'mail: not accepted')
        })
    },
    async close() {
      transport.close()
    },
  }
}
