import type { Fields } from './bound-session.ts'

const alphabets = ['gsm7', 'ascii'] as const
/** The SMSC's default alphabet: GSM 03.38, where @ is 0, or plain ASCII. */
export type Alphabet = (typeof alphabets)[number]

interface Encoding {
  readonly dataCoding: number
  /** These are the bytes of a single message, and of each part of a longer one. */
  readonly wholeLength: number
  readonly partLength: number
  /** Encodes one character: undefined when the alphabet lacks it. */
  readonly encode: (character: string) => Buffer | undefined
}

const gsmBasic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const escapeByte = 0x1b
/** The characters that take two bytes each. */
const gsmExtended: Readonly<Record<string, number>> = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
}

const encodings: Readonly<Record<Alphabet, Encoding>> = {
  gsm7: { dataCoding: 0, wholeLength: 160, partLength: 153, encode: encodeGsm },
  ascii: { dataCoding: 1, wholeLength: 160, partLength: 153, encode: encodeAscii },
}

/** The encoding for texts with characters outside the alphabet. */
const ucs2: Encoding = { dataCoding: 8, wholeLength: 140, partLength: 134, encode: encodeUcs2 }

function encodeGsm(character: string): Buffer | undefined {
  const extended = gsmExtended[character]
  if (extended !== undefined) return Buffer.from([escapeByte, extended])
  const at = gsmBasic.indexOf(character)
  return at === -1 || at === escapeByte ? undefined : Buffer.from([at])
}

function encodeAscii(character: string): Buffer | undefined {
  return /^[\n\r -~]$/.test(character) ? Buffer.from(character, 'ascii') : undefined
}

function encodeUcs2(character: string): Buffer {
  return Buffer.from(character, 'utf16le').swap16()
}

/** The way in which a text longer than one short message is sent: in parts with a header each, or in one field. */
export type LongTexts = 'parts' | 'payload'

interface Outgoing {
  readonly sender: string
  /** The number with country code. */
  readonly to: string
  readonly text: string
  readonly alphabet: Alphabet
  readonly longTexts?: LongTexts
  /** A number from 0 to 255; the handset joins parts with the same value. */
  readonly joint: number
  readonly validForMs?: number
}

const international = { dest_addr_ton: 1, dest_addr_npi: 1 }
const alphanumeric = { source_addr_ton: 5, source_addr_npi: 0 }
const numeric = { source_addr_ton: 0, source_addr_npi: 1 }
const hasHeader = 0x40

/** Lists the fields of each `submit_sm`, at least one. */
export function submissions(outgoing: Outgoing): [Fields, ...Fields[]] {
  const { sender, to, text, alphabet, longTexts = 'parts', joint, validForMs } = outgoing
  const { dataCoding, parts } = textParts(text, alphabet)
  const common = {
    ...(/^\d+$/.test(sender) ? numeric : alphanumeric),
    source_addr: sender,
    ...international,
    destination_addr: to,
    data_coding: dataCoding,
    registered_delivery: 1,
    ...(validForMs !== undefined && { validity_period: relativeTime(validForMs) }),
  }
  const [first = Buffer.alloc(0), ...others] = parts
  if (others.length === 0) return [{ ...common, short_message: first }]
  if (longTexts === 'payload') {
    return [{ ...common, short_message: Buffer.alloc(0), message_payload: Buffer.concat(parts) }]
  }
  const part = (bytes: Buffer, index: number): Fields => ({
    ...common,
    esm_class: hasHeader,
    short_message: Buffer.concat([Buffer.from([5, 0, 3, joint, parts.length, index + 1]), bytes]),
  })
  return [part(first, 0), ...others.map((bytes, index) => part(bytes, index + 1))]
}

/** Writes a time such as `000000000500000R`: five minutes from now, by the SMSC's own clock. */
function relativeTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  const digits = [days, hours, minutes, seconds % 60].map((part) => String(part).padStart(2, '0')).join('')
  return `0000${digits}000R`
}

interface TextParts {
  readonly dataCoding: number
  /** The parts, one for each short message that the handset joins. */
  readonly parts: readonly Buffer[]
}

/** Splits a text without splitting a character. A text with characters outside the alphabet is sent in UCS-2. */
export function textParts(text: string, alphabet: Alphabet): TextParts {
  return encoded(text, encodings[alphabet]) ?? encoded(text, ucs2) ?? { dataCoding: ucs2.dataCoding, parts: [] }
}

function encoded(text: string, { encode, dataCoding, wholeLength, partLength }: Encoding): TextParts | undefined {
  const characters: Buffer[] = []
  for (const character of text) {
    const bytes = encode(character)
    if (bytes === undefined) return undefined
    characters.push(bytes)
  }
  const whole = Buffer.concat(characters)
  return { dataCoding, parts: whole.length <= wholeLength ? [whole] : cut(characters, partLength) }
}

function cut(characters: readonly Buffer[], partLength: number): Buffer[] {
  const parts: Buffer[][] = [[]]
  let length = 0
  for (const bytes of characters) {
    if (length + bytes.length > partLength) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(bytes)
    length += bytes.length
  }
  return parts.map((part) => Buffer.concat(part))
}
