import { parseJson } from '@nyanja/domain/json'

/** What of an answer may stand in the log; undefined for nothing. */
export type Quote = (answer: string) => string | undefined

const longestExcerpt = 500

const secrets: readonly (readonly [RegExp, string])[] = [
  // A named secret, in JSON, XML or a query: its value goes, its name stays.
  [/((?:pin|otp|token|password|secret|key|hash|signature)"?\s*[:=>]\s*"?)[^"<&\s,}]+/gi, '$1***'],
  [/[A-Za-z0-9+/_-]{24,}={0,2}/g, '***'],
  // Anything that could be a phone number, an account or a code.
  [/\+?\d[\d -]{2,}\d/g, '#'],
]

/** The beginning of a text that a provider sent, fit for the log: no secret and no number is left in it. */
export function logExcerpt(text: string): string {
  return secrets.reduce((clean, [pattern, mark]) => clean.replace(pattern, mark), text.slice(0, longestExcerpt))
}

/** Of an answer that tells of people: how its fields are called, what kind each is of, and no word that stands in them. */
export function logOutline(text: string): string | undefined {
  const value = parseJson(text)
  if (value === undefined) return undefined
  return logExcerpt(JSON.stringify(value, (_name, one: unknown) => kindOf(one)))
}

const kindOf = (value: unknown) => (typeof value === 'object' ? value : typeof value)
