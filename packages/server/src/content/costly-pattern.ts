import { LRUCache } from 'lru-cache'
import { type PatternPart, partsOf } from './pattern-tree.ts'

/** The limit of matching steps, which take some milliseconds. */
const mostSteps = 5_000_000

/**
 * Tells whether matching an answer of this length could block the server. A failing match tries every combination, so
 * the number of parts whose ends depend on each other counts. When uncertain, the pattern is refused.
 */
export function isCostly(pattern: string, longest: number): boolean {
  const entwined = Math.max(...partsOf(pattern).map((branch) => countEntwinedParts(branch)))
  return longest ** entwined > mostSteps
}

/** Returns the largest number of consecutive variable parts without a part between them that fixes their ends. */
function countEntwinedParts(parts: readonly PatternPart[]): number {
  let open: string[] = []
  let count = 0
  let most = 0
  for (const part of parts) {
    const ends = countVariableParts(part)
    count += ends
    open = [...open, ...(ends > 0 ? charactersOf(part) : [])]
    most = Math.max(most, count)
    if (ends === 0 && part.kind === 'character' && areApart([part.source], open)) {
      open = []
      count = 0
    }
  }
  return most
}

/** Counts the variable parts within a part. */
function countVariableParts(part: PatternPart): number {
  if (part.kind === 'other') return Number.POSITIVE_INFINITY
  const isLoose = part.min !== part.max
  if (part.kind === 'character') return isLoose ? 1 : 0
  if (part.max > 1) return isFinal(part.branches) ? 1 : Number.POSITIVE_INFINITY
  const inside = Math.max(
    ...part.branches.map((branch) => branch.reduce((sum, each) => sum + countVariableParts(each), 0)),
  )
  return inside + (isLoose || part.branches.length > 1 ? 1 : 0)
}

/** Tells whether each iteration of a repeated group has only one possible end. */
function isFinal(branches: readonly (readonly PatternPart[])[]): boolean {
  const characters = branches.map((branch) => branch.flatMap(charactersOf))
  if (branches.length > 1) return branches.every(isOneCharacter) && areAllApart(characters)
  const [branch = []] = branches
  const last = branch.at(-1)
  if (branch.some(({ kind }) => kind !== 'character') || last?.kind !== 'character') return false
  if (branch.every(({ min, max }) => min === max)) return true
  return last.min === 1 && last.max === 1 && areApart([last.source], branch.slice(0, -1).flatMap(charactersOf))
}

const isOneCharacter = ([part, ...more]: readonly PatternPart[]): boolean =>
  part?.kind === 'character' && part.min === 1 && part.max === 1 && more.length === 0

function charactersOf(part: PatternPart): readonly string[] {
  if (part.kind === 'character') return [part.source]
  return part.kind === 'group' ? part.branches.flat().flatMap(charactersOf) : []
}

const areAllApart = (all: readonly (readonly string[])[]): boolean =>
  all.every((one, at) => areApart(one, all.slice(at + 1).flat()))

/** Scanning all characters takes milliseconds, and patterns reuse the same few classes. */
const overlaps = new LRUCache<string, boolean>({
  max: 1_000,
  memoMethod: (shared) => new RegExp(shared, 'v').test(everyCharacter),
})

/** Tells whether the two classes have no common character. */
const areApart = (some: readonly string[], others: readonly string[]): boolean =>
  !overlaps.memo(`[${classOf(some)}&&${classOf(others)}]`)

const classOf = (sources: readonly string[]) => `[${sources.map(inClass).join('')}]`

/** Writes an equivalent for use within a class. */
function inClass(source: string): string {
  if (source === '.') return '[^\\n\\r\\u2028\\u2029]'
  return /^[[\\]/.test(source) ? source : `\\u{${source.codePointAt(0)?.toString(16)}}`
}

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** Joins all characters of one unit and then of two into one string; a concatenated string is slow to read. */
function charactersThereAre(): string {
  const [firstHalves, secondHalves] = [from(0xd800, 0xdbff), from(0xdc00, 0xdfff)]
  // Low surrogates precede high ones, or adjacent ones would form a character.
  const single = [from(0, 0xd7ff), secondHalves, firstHalves, from(0xe000, 0xffff)].flat()
  const units = new Uint16Array(single.length + 2 * firstHalves.length * secondHalves.length)
  units.set(single)
  let at = single.length
  for (const first of firstHalves) {
    for (const second of secondHalves) {
      units[at] = first
      units[at + 1] = second
      at += 2
    }
  }
  return Buffer.from(units.buffer).toString('utf16le')
}

const everyCharacter = charactersThereAre()
