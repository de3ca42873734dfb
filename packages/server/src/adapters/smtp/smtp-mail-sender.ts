import { PortalError } from '@nyanja/domain/errors'
import nodemailer from 'nodemailer'
import { z } from 'zod'
import type { MailSender } from '../../messages/mails.ts'

export interface SmtpOptions {
  /** The URL, with credentials where the server requires them: `smtps://user:password@mail.example`. */
  readonly url: string
  /** The sender, such as `Nyanja <receipts@example.com>`. */
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

const Refusal = z.object({
  code: z.literal('EENVELOPE'),
  command: z.literal('RCPT TO'),
  responseCode: z.number().min(500).max(599),
  response: z.string(),
})

/**
 * Tells whether the server has refused the recipient for good (RFC 5321, 4.2.1). With an enhanced code 5.7 (RFC 3463)
 * it refuses the sender, or to relay: then the next mails fail too, until the operator corrects that.
 */
function isAddressRefused(error: unknown): boolean {
  const { data } = Refusal.safeParse(error)
  return data !== undefined && !/^\d{3}[ -]5[.]7[.]/.test(data.response)
}

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
      try {
        const recipient = { name: '', address: to }
        await transport.sendMail({ from, to: recipient, subject, text, html, messageId, headers, attachments })
        return 'accepted'
      } catch (error) {
        if (isAddressRefused(error)) return 'address_refused'
        // The server's own message may contain the address.
        throw new PortalError('provider_unreachable', 'mail: not accepted')
      }
    },
    async close() {
      transport.close()
    },
  }
}
