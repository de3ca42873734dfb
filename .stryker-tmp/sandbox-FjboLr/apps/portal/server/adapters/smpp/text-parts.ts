// @ts-nocheck
import { type Alphabet, type Encoding, encodings, ucs2 } from './alphabets.ts'

export interface TextParts {
  readonly dataCoding: number
  /** One for each short message that the handset joins again. */
  readonly parts: readonly Buffer[]
}

/** Cuts a text so that no character is parted. A text that the alphabet lacks a letter for goes out in UCS-2. */
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
