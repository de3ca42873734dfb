import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { SMTPServer } from 'smtp-server'
import { html } from '../core/html.ts'
import type { Simulator, World } from '../core/simulator.ts'
import { logo } from '../phone/icons.ts'
import { sheetsOf } from '../phone/sheets.ts'

interface Mail {
  readonly messageId: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly at: string
}

interface Part {
  readonly headers: ReadonlyMap<string, string>
  /** Bytes as Latin-1, so that nothing is lost before the charset is known. */
  readonly body: string
}

function partOf(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n')
  const head = end < 0 ? raw : raw.slice(0, end)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: new Map(headers), body: end < 0 ? '' : raw.slice(end + 4) }
}

const utf8 = (latin: string) => Buffer.from(latin, 'latin1').toString('utf8')
const unquoted = (text: string) =>
  text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

const decoders: Readonly<Record<string, (body: string) => string>> = {
  base64: (body) => Buffer.from(body, 'base64').toString('utf8'),
  'quoted-printable': (body) => utf8(unquoted(body)),
}

/** RFC 2047: `=?UTF-8?Q?…?=`. Blanks between two encoded words belong to neither. */
function decodedHeader(value = ''): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : utf8(unquoted(text.replaceAll('_', ' '))),
    )
}

function leavesOf(part: Part): Part[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(part.headers.get('content-type') ?? '')?.[1]
  if (boundary === undefined) return [part]
  const pieces = part.body.split(`--${boundary}`).slice(1, -1)
  return pieces.flatMap((piece) => leavesOf(partOf(piece.replace(/^\r\n/, '').replace(/\r\n$/, ''))))
}

function bodyOf(leaves: readonly Part[], type: string): string {
  const leaf = leaves.find(({ headers }) => (headers.get('content-type') ?? 'text/plain').startsWith(type))
  if (leaf === undefined) return ''
  const decode = decoders[(leaf.headers.get('content-transfer-encoding') ?? '').toLowerCase()] ?? utf8
  return decode(leaf.body).replaceAll('\r\n', '\n').trim()
}

/** A mail as a mailbox shows it. */
export function readMail(raw: Buffer, { to, at }: Pick<Mail, 'to' | 'at'>): Mail {
  const whole = partOf(raw.toString('latin1'))
  const leaves = leavesOf(whole)
  return {
    messageId: whole.headers.get('message-id') ?? '',
    from: decodedHeader(whole.headers.get('from')),
    to,
    subject: decodedHeader(whole.headers.get('subject')),
    text: bodyOf(leaves, 'text/plain'),
    html: bodyOf(leaves, 'text/html'),
    at,
  }
}

const keptMails = 500

/** All mail that has arrived, newest first. The same mail twice is one, as mailboxes do it, and counted. */
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

const style = sheetsOf('tokens', 'base', 'scene', 'layout', 'mail')

/** What has arrived in everybody's mailbox, newest first. */
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

function mailView(mail: Arrived) {
  const { subject, from, to, text, copies } = mail
  return html`<article><header><h2>${subject}</h2><dl><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${to}</dd>
<dt>At</dt><dd>${timeOf(mail)}${copies > 1 && `, ${copies} times`}</dd></dl></header><pre>${text}</pre></article>`
}

interface MailEntryPoint {
  readonly mailbox: Mailbox
  /** How many of the next mails are refused for now. */
  readonly mood: { refusals: number }
}

const addressQuery = { type: 'object', properties: { to: { type: 'string', maxLength: 254 } } } as const
const refusalBody = {
  type: 'object',
  required: ['times'],
  properties: { times: { type: 'integer', minimum: 0 } },
} as const

/** Control routes by which tests read mail, and the page on which a person does. */
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
  /** 0: any free port, to be read from the world's addresses. */
  readonly port?: number
}

class Busy extends Error {
  readonly responseCode = 451
}

/** Everybody's mail server: takes whatever is sent to whomever. */
export function createMailServer(world: World, { host = '127.0.0.1', port = 2525 }: MailOptions = {}): Simulator {
  const mailbox = new Mailbox()
  const mood = { refusals: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, { envelope }, done) {
      void buffer(stream).then((raw) => {
        if (mood.refusals > 0) {
          mood.refusals -= 1
          return done(new Busy('Try again later'))
        }
        for (const { address } of envelope.rcptTo)
          mailbox.receive(readMail(raw, { to: address.toLowerCase(), at: world.now().toISOString() }))
        world.changed()
        return done()
      }, done)
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
