import type { UnreadLine } from './settlement-files.ts'

/** A kind of lines that were not imported, as it is stored in `unread_json`. */
export interface UnreadKind {
  readonly why: string
  /** The number of its lines. */
  readonly lines: number
  /** The first lines of the kind. */
  readonly examples: readonly number[]
}

const mostExamples = 5
/** The most kinds: a format has fewer rules, and therefore fewer kinds. */
const mostKinds = 50

/** Counts the lines that are not imported, by kind. */
export class UnreadCounts {
  readonly #byKind = new Map<string, { lines: number; readonly examples: number[] }>()

  add({ line, why }: UnreadLine): void {
    const kind = this.#byKind.has(why) || this.#byKind.size < mostKinds ? why : 'of further kinds'
    const counted = this.#byKind.get(kind) ?? { lines: 0, examples: [] }
    counted.lines += 1
    if (counted.examples.length < mostExamples) counted.examples.push(line)
    this.#byKind.set(kind, counted)
  }

  get lineCount(): number {
    return [...this.#byKind.values()].reduce((sum, { lines }) => sum + lines, 0)
  }

  list(): readonly UnreadKind[] {
    return [...this.#byKind].map(([why, counted]) => ({ why, ...counted }))
  }
}
