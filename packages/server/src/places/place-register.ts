import { type Bounds, faultsAmong } from './check-places.ts'
import type { District, PlaceSource, PlaceTableName, PlaceTables, Town } from './place-source.ts'

/** Towns name districts and shops name both, so those that are named come first. */
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

/** Brings what the operator's tables say into the database, and follows their changes. */
export class PlaceRegister {
  readonly #options: PlaceRegisterOptions
  #known: KnownPlaces = { districts: [], towns: [] }
  #version = ''
  #following: Promise<void> = Promise.resolve()
  #stop = () => {}

  constructor(options: PlaceRegisterOptions) {
    this.#options = options
  }

  /** A table with a fault leaves what was kept before as it is: nobody pays less because a shop has moved. */
  async load(): Promise<void> {
    await this.#bringUpToDate()
    this.#stop = this.#options.source.watch(() => {
      this.#following = this.#following.then(() => this.#bringUpToDate())
    })
  }

  /** Lets a change that is under way end. */
  async close(): Promise<void> {
    this.#stop()
    await this.#following
  }

  /** The names of the country, small enough to be at hand. Another object after each change. */
  get known(): KnownPlaces {
    return this.#known
  }

  /** Of towns, the largest first, and then of districts that no town is called by. */
  get names(): readonly string[] {
    const { districts, towns } = this.#known
    const bySize = towns.toSorted((one, other) => other.population - one.population)
    return [...new Set([...bySize, ...districts].map(({ name }) => name))]
  }

  /** Changes with any table: part of cache keys. */
  get version(): string {
    return this.#version
  }

  async #bringUpToDate(): Promise<void> {
    const { log } = this.#options
    try {
      await this.#bringInAll()
    } catch (error) {
      log.error(`Places stay as they were. ${error instanceof Error ? error.message : ''}`)
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
      // Another process may have kept what this one could not.
      await this.#lookUp()
    }
  }

  async #lookUp(): Promise<void> {
    const { store } = this.#options
    this.#known = { districts: await store.districts(), towns: await store.towns() }
    this.#version = (await Promise.all(tables.map((table) => store.kept(table)))).map((kept) => kept?.version).join()
  }

  /** Whether anything is other than before. */
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
  /** Epoch milliseconds. */
  readonly changedAt: number
}

/** Keeps what the operator's tables say. */
export interface PlaceStore {
  kept(table: PlaceTableName): Promise<KeptTable | undefined>
  /**
   * All rows instead of the earlier ones, in one step, unless another process has kept this version. Rows that are the
   * same stay untouched. Answers with how many changed.
   */
  keep<Name extends PlaceTableName>(table: Name, rows: readonly PlaceTables[Name][], version: string): Promise<number>
  districts(): Promise<District[]>
  towns(): Promise<Town[]>
}
