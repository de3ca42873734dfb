/** One member of a JSON object, exactly as it was written. */
// @ts-nocheck

export interface RawMember {
  readonly name: string
  /** The value's own text, without the blanks around it. */
  readonly value: string
  /** From behind the comma or brace before it to the end of its value. */
  readonly start: number
  readonly end: number
}

/**
 * The members of the object that the text holds, unparsed, since a signature covers the very characters.
 * Undefined when the text is not one JSON object or names a member twice.
 */
export function rawMembers(text: string): readonly RawMember[] | undefined {
  if (!isJsonObject(text)) return undefined

  const members = spansBetweenCommas(text).map(([start, end]) => memberAt(text, start, end))
  return new Set(members.map(({ name }) => name)).size === members.length ? members : undefined
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function spansBetweenCommas(text: string): (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = []
  let depth = 0
  let start = text.indexOf('{') + 1

  // A string is one token, so that brackets and commas in it do not count.
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    const ends = (token === ',' && depth === 1) || (token === '}' && depth === 0)
    if (!ends) continue
    if (text.slice(start, index).trim() !== '') spans.push([start, index])
    start = index + 1
  }
  return spans
}

function memberAt(text: string, start: number, end: number): RawMember {
  const [whole = '', name = '""'] = /^\s*("(?:[^"\\]|\\.)*")\s*:/.exec(text.slice(start, end)) ?? []
  const value = text.slice(start + whole.length, end).trimEnd()
  return { name: String(JSON.parse(name)), value: value.trimStart(), start, end: start + whole.length + value.length }
}
