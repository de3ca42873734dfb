import { parseJson } from '@nyanja/domain/json'

/** Makes an excerpt of an answer that is safe to log; undefined without content. */
export type Quote = (answer: string) => string | undefined

const longestExcerpt = 500

const secrets: readonly (readonly [RegExp, string])[] = [
  // The value of a named secret in JSON, XML or a query is removed, and the name stays.
  [/((?:pin|otp|token|password|secret|key|hash|signature)"?\s*[:=>]\s*"?)[^"<&\s,}]+/gi, '$1***'],
  [/[A-Za-z0-9+/_-]{24,}={0,2}/g, '***'],
  // The pattern matches anything that could be a phone number, an account or a code.
  [/\+?\d[\d -]{2,}\d/g, '#'],
]

/** Returns the beginning of a provider's text, without secrets and numbers. */
export function logExcerpt(text: string): string {
  return secrets.reduce((clean, [pattern, mark]) => clean.replace(pattern, mark), text.slice(0, longestExcerpt))
}

/** Outlines an answer with personal data: the names and types of its fields, without any value. */
export function logOutline(text: string): string | undefined {
  const value = parseJson(text)
  if (value === undefined) return undefined
  return logExcerpt(JSON.stringify(value, (_name, one: unknown) => kindOf(one)))
}

const kindOf = (value: unknown) => (typeof value === 'object' ? value : typeof value)
