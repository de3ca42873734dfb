import { type JsonObject, valuesAt } from '../core/bodies.ts'

export type Row = JsonObject & { readonly id: string }

export interface Filter {
  readonly path: string
  readonly steps: readonly string[]
  /** Any of these values matches. */
  readonly accepts: readonly string[]
  /** Equality applies when it is absent. */
  readonly compare?: Comparison
}

type Comparison = (found: string, expected: string) => boolean

/** The operators of TMF630. */
export const comparisons: Readonly<Record<string, Comparison>> = {
  eq: (found, expected) => found === expected,
  ne: (found, expected) => found !== expected,
  gt: (found, expected) => compareTexts(found, expected) > 0,
  gte: (found, expected) => compareTexts(found, expected) >= 0,
  lt: (found, expected) => compareTexts(found, expected) < 0,
  lte: (found, expected) => compareTexts(found, expected) <= 0,
}

/** Compares numbers and dates by value, and all else as text. */
export function compareTexts(left: string, right: string): number {
  const [one, other] = [worthOf(left), worthOf(right)]
  if (!Number.isNaN(one) && !Number.isNaN(other)) return one - other
  if (left === right) return 0
  return left < right ? -1 : 1
}

function worthOf(text: string): number {
  if (text.trim() === '') return Number.NaN
  return /^\d{4}-\d\d-\d\d(?:T|$)/.test(text) ? Date.parse(text) : Number(text)
}

/** Rows that can be read by id and by filters, stored or computed. */
export interface RowSource {
  get(id: string): Row | undefined
  select(filters: readonly Filter[]): readonly Row[]
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
}

export function filterBy(path: string, ...accepts: readonly string[]): Filter {
  return { path, steps: path.split('.'), accepts }
}

/** Rows in order of arrival. Rows are immutable and replaced as a whole, so that the indexes stay correct. */
export class Collection implements RowSource {
  readonly #rows = new Map<string, Row>()
  /**
   * It keeps what changed rows were when the seed ended, undefined for rows that did not exist. It is absent before
   * that.
   */
  #seeded: Map<string, Row | undefined> | undefined
  readonly #indexes: ReadonlyMap<string, Map<string, Set<string>>>

  constructor(indexedPaths: readonly string[]) {
    this.#indexes = new Map(indexedPaths.map((path) => [path, new Map()]))
  }

  get size(): number {
    return this.#rows.size
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  all(): Iterable<Row> {
    return this.#rows.values()
  }

  put(row: Row): Row {
    const earlier = this.#rows.get(row.id)
    this.#noteChange(row.id, earlier)
    if (earlier) this.#unindex(earlier)
    this.#rows.set(row.id, row)
    for (const [path, index] of this.#indexes) {
      for (const value of textsAt(row, path.split('.'))) addTo(index, value, row.id)
    }
    return row
  }

  delete(id: string): boolean {
    const row = this.#rows.get(id)
    this.#noteChange(id, row)
    if (row) this.#unindex(row)
    return this.#rows.delete(id)
  }

  /** From now on, changes can be reverted. */
  endSeed(): void {
    this.#seeded = new Map()
  }

  /** Restores the rows to the end of the seed. */
  revertToSeed(): void {
    const changed = this.#seeded ?? []
    this.#seeded = undefined
    for (const [id, row] of changed) {
      if (row) this.put(row)
      else this.delete(id)
    }
    this.#seeded = new Map()
  }

  clear(): void {
    this.#seeded = undefined
    this.#rows.clear()
    for (const index of this.#indexes.values()) index.clear()
  }

  find(path: string, value: string): readonly Row[] {
    return this.select([filterBy(path, value)])
  }

  select(filters: readonly Filter[]): readonly Row[] {
    const key = filters.find(({ path, compare }) => !compare && (path === 'id' || this.#indexes.has(path)))
    const candidates = key ? this.#candidates(key) : [...this.#rows.values()]
    return filters.length === 0 ? candidates : candidates.filter((row) => filters.every((filter) => fits(row, filter)))
  }

  #candidates({ path, accepts }: Filter): readonly Row[] {
    const index = this.#indexes.get(path)
    const ids = index ? accepts.flatMap((value) => [...(index.get(value) ?? [])]) : accepts
    return [...new Set(ids)].flatMap((id) => this.#rows.get(id) ?? [])
  }

  #noteChange(id: string, earlier: Row | undefined): void {
    if (this.#seeded && !this.#seeded.has(id)) this.#seeded.set(id, earlier)
  }

  #unindex(row: Row): void {
    for (const [path, index] of this.#indexes) {
      for (const value of textsAt(row, path.split('.'))) {
        const ids = index.get(value)
        ids?.delete(row.id)
        if (ids?.size === 0) index.delete(value)
      }
    }
  }
}

function fits(row: Row, { steps, accepts, compare }: Filter): boolean {
  const found = textsAt(row, steps)
  return compare
    ? found.some((text) => accepts.every((expected) => compare(text, expected)))
    : found.some((text) => accepts.includes(text))
}

export function textsAt(row: Row, steps: readonly string[]): readonly string[] {
  return valuesAt(row, steps).flatMap((value) => (typeof value === 'object' ? [] : String(value)))
}

function addTo(index: Map<string, Set<string>>, value: string, id: string): void {
  const ids = index.get(value)
  if (ids) ids.add(id)
  else index.set(value, new Set([id]))
}
