/** One part of a pattern with its repetition. */
export type PatternPart = { readonly min: number; readonly max: number } & (
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'group'; readonly branches: readonly (readonly PatternPart[])[] }
  /** Lookarounds, case-insensitive parts and strings: the part alone does not determine what it matches. */
  | { readonly kind: 'other' }
)

/** The alternatives in order; the first match wins. */
const tokens = [
  ['other', /\(\?(?:<?[=!]|[a-z-]+:)|\\k<[^>]*>|\\[1-9]|\\p\{(?:RGI_|Basic_Emoji|Emoji_Keycap)\w*\}/y],
  ['open', /\((?:\?(?::|<\w+>))?/y],
  ['close', /\)/y],
  ['or', /\|/y],
  ['nothing', /\\[bB]|[$^]/y],
  ['character', /\\[pP]\{[^}]*\}|\\u(?:\{\w+\}|\w{4})|\\x\w{2}|\\c\w|\\./suy],
  ['character', /[^[]/suy],
] as const

const counts = /([*+?]|\{(\d+)(,(\d*))?\})\??/y

/** Splits a pattern in HTML's syntax into its parts. */
export function partsOf(pattern: string): readonly (readonly PatternPart[])[] {
  return branchesFrom({ pattern, at: 0 })
}

interface Reading {
  readonly pattern: string
  at: number
}

function branchesFrom(reading: Reading): PatternPart[][] {
  const branches: PatternPart[][] = [[]]
  while (reading.at < reading.pattern.length) {
    const [kind, source] = nextToken(reading)
    if (kind === 'close') break
    if (kind === 'or') branches.push([])
    else if (kind !== 'nothing') branches.at(-1)?.push(partFrom(kind, source, reading))
  }
  return branches
}

function partFrom(kind: 'open' | 'other' | 'character', source: string, reading: Reading): PatternPart {
  const isGroup = kind === 'open' || source.startsWith('(')
  const branches = isGroup ? branchesFrom(reading) : []
  const often = countFrom(reading)
  if (kind === 'character') return { kind, source, ...often }
  return kind === 'open' ? { kind: 'group', branches, ...often } : { kind: 'other', ...often }
}

function nextToken(reading: Reading): readonly [(typeof tokens)[number][0], string] {
  const { pattern, at } = reading
  if (pattern[at] === '[') {
    reading.at = endOfClass(pattern, at)
    const source = pattern.slice(at, reading.at)
    return [mayBeLong(source) ? 'other' : 'character', source]
  }
  for (const [kind, expression] of tokens) {
    expression.lastIndex = at
    const [source] = expression.exec(pattern) ?? []
    if (source === undefined) continue
    reading.at = at + source.length
    return [kind, source]
  }
  throw new Error('Not a pattern')
}

/** Some classes match strings of several characters. */
const mayBeLong = (source: string) => /\\q\{|\\p\{(?:RGI_|Basic_Emoji|Emoji_Keycap)/.test(source)

/** Classes may be nested. */
function endOfClass(pattern: string, start: number): number {
  let depth = 0
  for (let at = start; at < pattern.length; at += 1) {
    if (pattern[at] === '\\') at += 1
    else if (pattern[at] === '[') depth += 1
    else if (pattern[at] === ']') depth -= 1
    if (depth === 0) return at + 1
  }
  return pattern.length
}

const signs: Readonly<Record<string, { readonly min: number; readonly max: number }>> = {
  '*': { min: 0, max: Number.POSITIVE_INFINITY },
  '+': { min: 1, max: Number.POSITIVE_INFINITY },
  '?': { min: 0, max: 1 },
}

function countFrom(reading: Reading): { readonly min: number; readonly max: number } {
  counts.lastIndex = reading.at
  const [whole = '', sign = '', least = '1', comma, most = ''] = counts.exec(reading.pattern) ?? []
  reading.at += whole.length
  const usual = signs[sign]
  if (usual !== undefined) return usual
  const min = Number(least)
  if (comma === undefined) return { min, max: min }
  return { min, max: most === '' ? Number.POSITIVE_INFINITY : Number(most) }
}
