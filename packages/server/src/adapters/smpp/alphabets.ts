export const alphabets = ['gsm7', 'ascii'] as const
/** What the SMSC takes for its default: GSM 03.38, where @ is 0, or plain ASCII. */
export type Alphabet = (typeof alphabets)[number]

export interface Encoding {
  readonly dataCoding: number
  /** Bytes of a text that travels alone, and of each part of one that does not. */
  readonly wholeLength: number
  readonly partLength: number
  /** One character; undefined when the alphabet lacks it. */
  readonly encode: (character: string) => Buffer | undefined
}

const gsmBasic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const escapeByte = 0x1b
/** Two bytes each. */
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

export const encodings: Readonly<Record<Alphabet, Encoding>> = {
  gsm7: { dataCoding: 0, wholeLength: 160, partLength: 153, encode: encodeGsm },
  ascii: { dataCoding: 1, wholeLength: 160, partLength: 153, encode: encodeAscii },
}

/** For texts that the alphabet cannot write. */
export const ucs2: Encoding = { dataCoding: 8, wholeLength: 140, partLength: 134, encode: encodeUcs2 }

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
