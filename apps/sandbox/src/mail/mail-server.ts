import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { html } from '../core/html.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { logo, sheetsOf } from '../phone/format.ts'

interface MailFile {
  readonly name: string
  readonly type: string
  readonly base64: string
}

interface Mail {
  readonly messageId: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly files: readonly MailFile[]
  readonly at: string
}

const toLines = (text = '') => text.replaceAll('\r\n', '\n').trim()

/** A mail as a mailbox shows it. */
export async function readMail(raw: Buffer, { to, at }: Pick<Mail, 'to' | 'at'>): Promise<Mail> {
  const { messageId = '', from, subject = '', text, html, attachments } = await PostalMime.parse(raw)
  const sender = from?.name ? `${from.name} <${from.address}>` : (from?.address ?? '')
  const files = attachments.map(({ filename, mimeType, content }) => ({
    name: filename ?? '',
    type: mimeType,
    base64: (typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))).toString(
      'base64',
    ),
  }))
  return { messageId, from: sender, to, subject, text: toLines(text), html: toLines(html), files, at }
}

const keptMails = 500

/** All received mail, newest first. Duplicates are merged, as in real mailboxes, and counted. */
class Mailbox {
  #mails: (Mail & { readonly copies: number })[] = []

  receive(mail: Mail): void {
    const known = this.#mails.find(({ messageId, to }) => messageId === mail.messageId && to === mail.to)
    const others = this.#mails.filter((other) => other !== known)
    this.#mails = [{ ...mail, copies: (known?.copies ?? 0) + 1 }, ...others].slice(0, keptMails)
  }

  of(address: string | undefined) {
    return address === undefined ? this.#mails : this.#mails.filter(({ to }) => to === address.toLowerCase())
  }

  clear(): void {
    this.#mails = []
  }
}

type Arrived = Mail & { readonly copies: number }

const style = sheetsOf('tokens', 'base', 'hero', 'layout', 'mail')

/** Lists the mail in all mailboxes, newest first. */
function mailPage(mails: readonly Arrived[]) {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Mail - Sandbox - Nyanja</title><link rel="icon" href="data:,"><meta http-equiv="refresh" content="10"><style>${style}</style></head>
<body><header class="top wrap"><a class="brand" href="/phone">${logo}Nyanja</a><span class="mut">Sandbox</span><a href="/phone">Phone</a></header>
<main><div class="sky"><div class="wrap"><h1>Mail</h1><p>${statusUpdatesOf(mails)}</p></div></div>
<div class="wrap"><div class="mails">${mails.length === 0 && nothing}${mails.map(mailView)}</div></div></main></body></html>`
}

const nothing = html`<div class="none"><h2>No mail yet</h2><p>Receipts come to the address that was given while paying.</p></div>`

function statusUpdatesOf([newest]: readonly Arrived[]): string {
  return newest ? `Last mail at ${newest.at.slice(11, 19)} UTC.` : 'Everybody\u2019s mailbox.'
}

const timeOf = ({ at }: Arrived) => `${at.slice(0, 19).replace('T', ' ')} UTC`

const fileView = ({ name, type, base64 }: MailFile) =>
  html`<dt>File</dt><dd><a href="data:${type};base64,${base64}" download="${name}">${name}</a></dd>`

function mailView(mail: Arrived) {
  const { subject, from, to, text, files, copies } = mail
  return html`<article><header><h2>${subject}</h2><dl><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${to}</dd>
<dt>At</dt><dd>${timeOf(mail)}${copies > 1 && `, ${copies} times`}</dd>
${files.map(fileView)}</dl></header><pre>${text}</pre></article>`
}

interface MailEntryPoint {
  readonly mailbox: Mailbox
  /** How many of the next mails are refused temporarily. */
  readonly mood: { refusals: number }
}

const addressQuery = { type: 'object', properties: { to: { type: 'string', maxLength: 254 } } } as const
const refusalBody = {
  type: 'object',
  required: ['times'],
  properties: { times: { type: 'integer', minimum: 0 } },
} as const

/** Control routes for tests to read mail, and the page for people. */
function registerMailRoutes(app: FastifyInstance, { mailbox, mood }: MailEntryPoint): void {
  app.get<{ Querystring: { to?: string } }>('/__sim/mail', { schema: { querystring: addressQuery } }, ({ query }) =>
    mailbox.of(query.to),
  )

  app.post<{ Body: { times: number } }>('/__sim/mail/refuse', { schema: { body: refusalBody } }, ({ body }, reply) => {
    mood.refusals = body.times
    return reply.code(204).send()
  })

  app.get<{ Querystring: { to?: string } }>('/mail', { schema: { querystring: addressQuery } }, ({ query }, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(mailPage(mailbox.of(query.to === '' ? undefined : query.to)).markup),
  )
}

export interface MailOptions {
  readonly host?: string
  /** 0 means any free port, to be read from the world's addresses. */
  readonly port?: number
}

class Busy extends Error {
  readonly responseCode = 451
}

/** The refusal of each name before the @ that stands for one. */
const recipientRefusals: Readonly<Record<string, { readonly code: number; readonly text: string }>> = {
  'no-such-mailbox': { code: 550, text: '5.1.1 No such mailbox' },
  'relay-denied': { code: 554, text: '5.7.1 Relay access denied' },
  greylisted: { code: 450, text: '4.2.0 Try again later' },
}

class RecipientRefused extends Error {
  readonly responseCode: number

  constructor({ code, text }: { readonly code: number; readonly text: string }) {
    super(text)
    this.responseCode = code
  }
}

/** The mail server of all recipients: accepts every mail but to the names above. */
export function createMailServer(world: World, { host = '127.0.0.1', port = 2525 }: MailOptions = {}): Simulator {
  const mailbox = new Mailbox()
  const mood = { refusals: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, done) {
      const refusal = recipientRefusals[address.toLowerCase().replace(/@.*/, '')]
      done(refusal === undefined ? null : new RecipientRefused(refusal))
    },
    onData(stream, { envelope }, done) {
      const receive = async () => {
        const raw = await buffer(stream)
        if (mood.refusals > 0) {
          mood.refusals -= 1
          throw new Busy('Try again later')
        }
        const at = world.now().toISOString()
        for (const { address } of envelope.rcptTo)
          mailbox.receive(await readMail(raw, { to: address.toLowerCase(), at }))
        world.changed()
      }
      receive().then(() => done(), done)
    },
  })

  return {
    name: 'mail',
    register: (app) => registerMailRoutes(app, { mailbox, mood }),
    async start() {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      server.on('error', reject)
      const listener = server.listen(port, host, () => {
        const address = listener.address()
        world.addresses.mailPort = address !== null && typeof address === 'object' ? address.port : port
        resolve()
      })
      await promise
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
    records: () => ({}),
    snapshot: () => null,
    restore: () => {},
    reset() {
      mailbox.clear()
      mood.refusals = 0
    },
  }
}
