import { type Bounds, faultsAmong } from './check-places.ts'
import type { District, PlaceSource, PlaceTableName, PlaceTables, Town } from './place-source.ts'

/** Towns refer to districts and shops to both, so referenced tables come first. */
const tables: readonly PlaceTableName[] = ['districts', 'towns', 'shops']

const maxFaultsReported = 20

export interface PlaceRegisterOptions {
  readonly source: PlaceSource
  readonly store: PlaceStore
  readonly bounds: Bounds
  readonly log: { warn(message: string): void; error(message: string): void }
}

export interface KnownPlaces {
  readonly districts: readonly District[]
  readonly towns: readonly Town[]
}

/** Imports the operator's tables into the database, and follows their changes. */
export class PlaceRegister {
  readonly #options: PlaceRegisterOptions
  #known: KnownPlaces = { districts: [], towns: [] }
  #version = ''
  #following: Promise<void> = Promise.resolve()
  #stop = () => {}

  constructor(options: PlaceRegisterOptions) {
    this.#options = options
  }

  /** A faulty table leaves the stored rows unchanged: payments must not fail because of a shop. */
  async load(): Promise<void> {
    await this.#bringUpToDate()
    this.#stop = this.#options.source.watch(() => {
      this.#following = this.#following.then(() => this.#bringUpToDate())
    })
  }

  /** Lets an import in progress end. */
  async close(): Promise<void> {
    this.#stop()
    await this.#following
  }

  /** The place names of the country, few enough for memory. The object is another one after each change. */
  get known(): KnownPlaces {
    return this.#known
  }

  /** The names of towns, the largest first, and then of districts without a town of the same name. */
  get names(): readonly string[] {
    const { districts, towns } = this.#known
    const bySize = towns.toSorted((one, other) => other.population - one.population)
    return [...new Set([...bySize, ...districts].map(({ name }) => name))]
  }

  /** The version, which changes with any table and is part of cache keys. */
  get version(): string {
    return this.#version
  }

  async #bringUpToDate(): Promise<void> {
    const { log } = this.#options
    try {
      await this.#bringInAll()
    } catch (error) {
      log.error(`Places are unchanged. ${error instanceof Error ? error.message : ''}`)
    }
  }

  async #bringInAll(): Promise<void> {
    let isForced = false
    try {
      for (const table of tables) {
        const changed = await this.#bringIn(table, isForced)
        isForced ||= changed && table === 'districts'
      }
    } finally {
      // Another process may have imported what this one could not.
      await this.#lookUp()
    }
  }

  async #lookUp(): Promise<void> {
    const { store } = this.#options
    this.#known = { districts: await store.districts(), towns: await store.towns() }
    this.#version = (await Promise.all(tables.map((table) => store.kept(table)))).map((kept) => kept?.version).join()
  }

  /** Returns true when anything has changed. */
  async #bringIn(table: PlaceTableName, isForced: boolean): Promise<boolean> {
    const { source, store, bounds, log } = this.#options
    const version = await source.version(table)
    if (version === undefined) {
      log.warn(`There is no ${table}.csv for this market`)
      return false
    }
    if (!isForced && (await store.kept(table))?.version === version) return false

    const { rows, faults } = await source.read(table)
    const districts = new Set((await store.districts()).map(({ name }) => name))
    const all = [...faults, ...faultsAmong(rows, { file: `${table}.csv`, bounds, districts })]
    if (all.length > 0) {
      log.error(`The earlier ${table} stay in use.\n${shown(all)}`)
      return false
    }
    return (
      (await store.keep(
        table,
        rows.map(({ row }) => row),
        version,
      )) > 0
    )
  }
}

function shown(faults: readonly string[]): string {
  const rest = faults.length - maxFaultsReported
  return [...faults.slice(0, maxFaultsReported), ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
}

interface KeptTable {
  readonly version: string
  /** The time in epoch milliseconds. */
  readonly changedAt: number
}

/** Stores the operator's tables. */
export interface PlaceStore {
  kept(table: PlaceTableName): Promise<KeptTable | undefined>
  /**
   * Replaces all rows in one step, unless another process has stored this version. Equal rows stay untouched. Returns
   * the number of changed rows.
   */
  keep<Name extends PlaceTableName>(table: Name, rows: readonly PlaceTables[Name][], version: string): Promise<number>
  districts(): Promise<District[]>
  towns(): Promise<Town[]>
}
