const escapeSeptet = 0x1b
const unknown = '\ufffd'

/** GSM 03.38, one character for each septet 0x00 to 0x7f. */
const basic = [
  ...'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?',
  ...'¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
]

const extension: ReadonlyMap<number, string> = new Map([
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
])

const septets = new Map(basic.map((character, septet) => [character, [septet]]))
for (const [septet, character] of extension) septets.set(character, [escapeSeptet, septet])

function readGsm(octets: Buffer): string {
  let text = ''
  for (let at = 0; at < octets.length; at++) {
    const octet = octets[at] ?? 0
    if (octet !== escapeSeptet) {
      text += basic[octet] ?? unknown
      continue
    }
    const next = octets[++at] ?? 0x20
    // A handset shows the basic character where it does not know the extension.
    text += extension.get(next) ?? basic[next] ?? unknown
  }
  return text
}

function readAscii(octets: Buffer): string {
  return Array.from(octets, (octet) => (octet < 0x80 ? String.fromCharCode(octet) : unknown)).join('')
}

function readUcs2(octets: Buffer): string {
  const whole = Buffer.from(octets.subarray(0, octets.length - (octets.length % 2)))
  return whole.swap16().toString('utf16le')
}

const readers: ReadonlyMap<number, (octets: Buffer) => string> = new Map([
  [0, readGsm],
  [1, readAscii],
  [3, (octets: Buffer) => octets.toString('latin1')],
  [8, readUcs2],
])

export function knowsCoding(dataCoding: number): boolean {
  return readers.has(dataCoding)
}

/**
 * Decodes the text that a handset shows for these octets, garbled where the sender declared another alphabet than it
 * used.
 */
export function decodeText(octets: Buffer, dataCoding: number): string {
  return readers.get(dataCoding)?.(octets) ?? ''
}

/** Encodes text in the default alphabet; unsupported characters become question marks. */
export function encodeGsm(text: string): Buffer {
  return Buffer.from([...text].flatMap((character) => septets.get(character) ?? [0x3f]))
}
