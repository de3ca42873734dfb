/** The alphabet of SMS, GSM 03.38, by code. The code 27 begins a character of the extension. */
export const gsmBasic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
export const gsmEscape = 0x1b
/** The characters that take two septets each. */
export const gsmExtended: Readonly<Record<string, number>> = {
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

/** The septets of a message that is one SMS. */
export const gsmSmsLength = 160

/** Signs of print, whose plain form NFKD does not give. */
const plainSigns: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u02bc': "'",
  '\u201c': '"',
  '\u201d': '"',
  '«': '"',
  '»': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '•': '*',
  '·': '.',
  '\u00ad': '',
  œ: 'oe',
  Œ: 'OE',
  ı: 'i',
}

/**
 * Writes the text with the plain form of each character that the alphabet lacks: a letter without its mark, `û` as `u`.
 * A French month would otherwise take the whole text to UCS-2, and two or three messages in place of one.
 */
export function toPlainText(text: string, isKnown: (character: string) => boolean): string {
  const plainOf = (character: string) =>
    isKnown(character) ? character : (plainSigns[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, ''))
  return [...text].map(plainOf).join('')
}

function septetsOf(character: string): number | undefined {
  if (Object.hasOwn(gsmExtended, character)) return 2
  return gsmBasic.includes(character) && character !== String.fromCharCode(gsmEscape) ? 1 : undefined
}

/** Writes a text for an SMS; characters without a plain form stay. */
export const toGsmText = (text: string): string =>
  toPlainText(text.normalize('NFC'), (character) => septetsOf(character) !== undefined)

/** Returns the septets of a text, undefined when it has a character that the alphabet lacks. */
export function countSeptets(text: string): number | undefined {
  let count = 0
  for (const character of text) {
    const septets = septetsOf(character)
    if (septets === undefined) return undefined
    count += septets
  }
  return count
}
