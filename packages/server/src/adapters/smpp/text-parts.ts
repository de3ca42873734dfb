import { gsmBasic, gsmEscape, gsmExtended, toPlainText } from '@nyanja/domain/texts/gsm-alphabet'

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

const encodings: Readonly<Record<Alphabet, Encoding>> = {
  gsm7: { dataCoding: 0, wholeLength: 160, partLength: 153, encode: encodeGsm },
  ascii: { dataCoding: 1, wholeLength: 160, partLength: 153, encode: encodeAscii },
}

/** The encoding for texts with characters outside the alphabet. */
const ucs2: Encoding = { dataCoding: 8, wholeLength: 140, partLength: 134, encode: encodeUcs2 }

function encodeGsm(character: string): Buffer | undefined {
  const extended = gsmExtended[character]
  if (extended !== undefined) return Buffer.from([gsmEscape, extended])
  const at = gsmBasic.indexOf(character)
  return at === -1 || at === gsmEscape ? undefined : Buffer.from([at])
}

function encodeAscii(character: string): Buffer | undefined {
  return /^[\n\r -~]$/.test(character) ? Buffer.from(character, 'ascii') : undefined
}

function encodeUcs2(character: string): Buffer {
  return Buffer.from(character, 'utf16le').swap16()
}

interface TextParts {
  readonly dataCoding: number
  /** The parts, one for each short message that the handset joins. */
  readonly parts: readonly Buffer[]
}

/**
 * Splits a text without splitting a character. A text with a character outside the alphabet that has no plain form is
 * sent in UCS-2, as it is written.
 */
export function textParts(text: string, alphabet: Alphabet): TextParts {
  const [encoding, composed] = [encodings[alphabet], text.normalize('NFC')]
  return (
    encoded(
      toPlainText(composed, (one) => encoding.encode(one) !== undefined),
      encoding,
    ) ??
    encoded(composed, ucs2) ?? { dataCoding: ucs2.dataCoding, parts: [] }
  )
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
