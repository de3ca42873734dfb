import type { Point } from '@nyanja/domain/places/map-cell'
import type { ShopKind, ShopService, ShopTexts, WeekHours } from '@nyanja/domain/places/shop'

export interface FoundRow<Row> {
  /** The line on which an editor finds the row. */
  readonly line: number
  readonly row: Row
}

export interface FoundTable<Row> {
  readonly rows: readonly FoundRow<Row>[]
  /** The parts that could not be read, with their place. */
  readonly faults: readonly string[]
}

/** The operator's tables of towns, shops and other places. */
export interface PlaceSource {
  /** Returns a version that changes when `read` would return something else: undefined where the table is missing. */
  version(table: PlaceTableName): Promise<string | undefined>
  read<Name extends PlaceTableName>(table: Name): Promise<FoundTable<PlaceTables[Name]>>
  /** Calls back after any of them changed; returns a function that stops watching. */
  watch(changed: () => void): () => void
}

export interface District extends Point {
  readonly id: string
  readonly name: string
  readonly region: string
  /** The other names and spellings. */
  readonly aliases: readonly string[]
}

export interface Town extends Point {
  readonly name: string
  /** The district by its name. */
  readonly district: string
  /** The population, for sorting only; 0 when unknown. */
  readonly population: number
  readonly hasHomeInternet: boolean
  /** The parts of the town that visitors search for, and other spellings. */
  readonly aliases: readonly string[]
}

export interface Shop extends Point, ShopTexts {
  readonly id: string
  readonly kind: ShopKind
  readonly town: string
  readonly district: string
  /** The national digits of the phone number. */
  readonly phone: string
  readonly hours: WeekHours
  readonly services: readonly ShopService[]
  /** Texts of the operator's table in further languages of the market. */
  readonly translations?: Readonly<Record<string, Partial<ShopTexts>>>
}

/** A row of an operator's table, by the table's name. */
export interface PlaceTables {
  readonly districts: District
  readonly towns: Town
  readonly shops: Shop
}

export type PlaceTableName = keyof PlaceTables
