import { isJsonObject, type JsonObject } from '../core/bodies.ts'
import type { Market } from '../core/market.ts'
import type { Delivery } from '../core/simulator.ts'
import { Collection, isRow, type Row } from './collection.ts'
import { hrefOf, type ResourceName, resourceNames, resources } from './resources.ts'

/** Everything the BSS knows, one collection per resource. */
export class Store {
  readonly #collections: ReadonlyMap<ResourceName, Collection>
  readonly market: Market
  #nextId = 1

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

  /** With an id of its own when the members bring none. */
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

export const operations = ['topup', 'order', 'payment', 'adjust', 'qualification'] as const
export type Operation = (typeof operations)[number]

export type Performed =
  | {
      readonly done: true
      readonly changes: JsonObject
      /** The lead that it has set going, as it stands now. */
      readonly movedLead?: Row
    }
  | { readonly done: false; readonly reason: string }

export const refused = (reason: string): Performed => ({ done: false, reason })

/** Something that the BSS is asked to do, which takes time and may fail after it was accepted. */
export interface BssOperation {
  readonly operation: Operation
  readonly stateField: 'status' | 'state'
  readonly states: { readonly open: string; readonly completed: string; readonly failed: string }
  /** Whether the answer to the request shows it as still open, however fast it is done. */
  readonly answersOpen: boolean
  readonly eventName?: string
  /** Absent: numbered like everything else. */
  newId?(): string
  /** Throws a 404 for a bucket, line or account that the BSS does not know. */
  msisdnOf(store: Store, row: Row): string | undefined
  perform(store: Store, row: Row, now: Date): Performed
  /** What the provider records hold about a completed one; absent: nothing was delivered to a customer. */
  deliveryOf?(store: Store, row: Row): Delivery
}
