import { isJsonObject, type JsonObject } from '../core/bodies.ts'
import type { Market } from '../core/market.ts'
import { Collection, isRow, type Row } from './collection.ts'
import { hrefOf, type ResourceName, resourceNames, resources } from './resources.ts'

/** All data of the BSS, one collection per resource. */
export class Store {
  readonly #collections: ReadonlyMap<ResourceName, Collection>
  readonly market: Market
  #nextId = 1
  /** The time of the seed, and the first id after it. */
  #seed: { readonly at: number; readonly nextId: number } | undefined

  constructor(market: Market) {
    this.market = market
    this.#collections = new Map(resourceNames.map((name) => [name, new Collection(resources[name].indexed)]))
  }

  in(name: ResourceName): Collection {
    const collection = this.#collections.get(name)
    if (collection === undefined) throw new Error(`No collection ${name}`)
    return collection
  }

  get(name: ResourceName, id: string | undefined): Row | undefined {
    return id === undefined ? undefined : this.in(name).get(id)
  }

  /** Adds a row, with a generated id when the fields contain none. */
  add(name: ResourceName, members: JsonObject & { readonly id?: string }): Row {
    const id = members.id ?? `${resources[name].idPrefix}-${this.#nextId++}`
    return this.in(name).put({ ...members, id, href: hrefOf(name, id) })
  }

  change(name: ResourceName, row: Row, changes: JsonObject): Row {
    return this.in(name).put({ ...row, ...changes, id: row.id, href: hrefOf(name, row.id) })
  }

  clear(): void {
    for (const collection of this.#collections.values()) collection.clear()
    this.#nextId = 1
    this.#seed = undefined
  }

  /** Reverts to the seed. One older than a minute is replaced, because its dates are relative to now. */
  reset(now: Date, seed: (store: Store, now: Date) => void): void {
    const at = now.getTime()
    if (this.#seed !== undefined && Math.abs(at - this.#seed.at) < 60_000) {
      for (const collection of this.#collections.values()) collection.revertToSeed()
      this.#nextId = this.#seed.nextId
      return
    }
    this.clear()
    seed(this, now)
    for (const collection of this.#collections.values()) collection.endSeed()
    this.#seed = { at, nextId: this.#nextId }
  }

  snapshot(): JsonObject {
    const rows = resourceNames.map((name) => [name, [...this.in(name).all()]])
    return { nextId: this.#nextId, rows: Object.fromEntries(rows) }
  }

  restore(state: unknown): void {
    if (!isJsonObject(state) || !isJsonObject(state.rows)) return
    this.clear()
    this.#nextId = Number(state.nextId ?? 1)
    for (const name of resourceNames) {
      for (const row of [state.rows[name] ?? []].flat()) if (isRow(row)) this.in(name).put(row)
    }
  }
}
