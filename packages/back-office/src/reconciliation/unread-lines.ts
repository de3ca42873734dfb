import type { UnreadLine } from './settlement-files.ts'

/** Lines of one kind that were not imported. */
export interface UnreadLines {
  readonly why: string
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

  get lines(): number {
    return [...this.#byKind.values()].reduce((sum, { lines }) => sum + lines, 0)
  }

  list(): readonly UnreadLines[] {
    return [...this.#byKind].map(([why, counted]) => ({ why, ...counted }))
  }
}
