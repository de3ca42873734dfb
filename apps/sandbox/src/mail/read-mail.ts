export interface Mail {
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
