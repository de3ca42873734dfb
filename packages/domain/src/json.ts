const separateMark = /[\u0300-\u036f]|\\u03[0-6]/i
const escapedMark = /(?<=(?:^|[^\\])(?:\\\\)*)\\u(03[0-6][\da-f])/gi

/**
 * Composes the letters of a JSON text whose marks are separate characters (Unicode's NFC): `é` as some systems send it
 * would be another name than the same `é`, and two characters in an SMS.
 */
export function composeJson(text: string): string {
  if (!separateMark.test(text)) return text
  return text.replace(escapedMark, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))).normalize('NFC')
}

/** Returns undefined when the text is not JSON. Its letters are composed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(composeJson(text))
  } catch {
    return undefined
  }
}
