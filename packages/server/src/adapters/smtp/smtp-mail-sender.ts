import nodemailer from 'nodemailer'
import { z } from 'zod'
import { PortalError } from '../../common/errors.ts'
import type { MailSender } from '../../messages/mails.ts'

export interface SmtpOptions {
  /** With credentials where the server requires them: `smtps://user:password@mail.example` */
  readonly url: string
  /** `Nyanja <receipts@example.com>` */
  readonly from: string
  readonly timeoutMs?: number
}

const isRefusal = (code: unknown) => code === 'EAUTH'

/** Connects, greets and signs in, and sends no mail. */
export async function checkMailServer({ url, timeoutMs = 20_000 }: Omit<SmtpOptions, 'from'>): Promise<void> {
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = nodemailer.createTransport({ url, ...limits })
  try {
    await transport.verify()
  } catch (error) {
    const { code, responseCode } = Failure.parse(error)
    const text = `mail: ${[code, responseCode].filter(Boolean).join(' ')}`
    throw new PortalError(isRefusal(code) ? 'provider_broke_contract' : 'provider_unreachable', text)
  } finally {
    transport.close()
  }
}

/** The server's own message may contain the account. */
const Failure = z.object({ code: z.string().optional(), responseCode: z.number().optional() }).catch({})

/** Marks the mail as generated, so that auto-responders ignore it. */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

export function createSmtpMailSender({ url, from, timeoutMs = 20_000 }: SmtpOptions): MailSender {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A mail must not make the portal read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async send({ to, subject, text, html, messageId, files = [] }) {
      const attachments = files.map(({ name, type, content }) => ({
        filename: name,
        contentType: type,
        content: Buffer.from(content),
      }))
      // The server's own message may contain the address.
      await transport
        .sendMail({ from, to: { name: '', address: to }, subject, text, html, messageId, headers, attachments })
        .catch(() => {
          throw new PortalError('provider_unreachable', 'mail: not accepted')
        })
    },
    async close() {
      transport.close()
    },
  }
}
