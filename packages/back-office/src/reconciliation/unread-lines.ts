import type { UnreadLine } from './settlement-files.ts'

/** Lines of one kind that were not imported. */
export interface UnreadLines {
  readonly why: string
  readonly lines: number
  /** The first ones. */
  readonly examples: readonly number[]
}

const mostExamples = 5
/** A description has fewer rules. */
const mostKinds = 50

/** Counts what is not imported, by kind. */
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
