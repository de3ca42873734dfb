const anyDigit = /\p{Nd}/gu

/** The same text with the digits of every script as 0-9, and wide letters, digits and signs as ordinary ones. */
export function plainDigits(text: string): string {
  return text.normalize('NFKC').replace(anyDigit, (digit) => String(digitValue(digit)))
}

// Unicode keeps each script's ten digits in a row, 0 first; rows of several scripts may touch.
function digitValue(digit: string): number {
  const codePoint = digit.codePointAt(0) ?? 0
  let first = codePoint
  while (isDigit(first - 1)) first -= 1
  return (codePoint - first) % 10
}

function isDigit(codePoint: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(codePoint))
}
