import type { Point } from '@nyanja/domain/places/map-cell'
import type { ShopKind, ShopService, ShopTexts, WeekHours } from '@nyanja/domain/places/shop'

export interface FoundRow<Row> {
  /** An editor finds the row on this line. */
  readonly line: number
  readonly row: Row
}

export interface FoundTable<Row> {
  readonly rows: readonly FoundRow<Row>[]
  /** The faults say what could not be read, with the place. */
  readonly faults: readonly string[]
}

/** The source has the operator's tables of towns, shops and other places. */
export interface PlaceSource {
  /** The version changes when `read` would return something else; it is undefined where the table is missing. */
  version(table: PlaceTableName): Promise<string | undefined>
  read<Name extends PlaceTableName>(table: Name): Promise<FoundTable<PlaceTables[Name]>>
  /** Calls back after any of them changed; returns a function that stops watching. */
  watch(changed: () => void): () => void
}

export interface District extends Point {
  readonly id: string
  readonly name: string
  readonly region: string
  /** The aliases are other names and spellings. */
  readonly aliases: readonly string[]
}

export interface Town extends Point {
  readonly name: string
  /** The district is given by its name. */
  readonly district: string
  /** The population is for sorting only; 0 when unknown. */
  readonly population: number
  readonly hasHomeInternet: boolean
  /** The aliases are parts of the town that visitors search for, and other spellings. */
  readonly aliases: readonly string[]
}

export interface Shop extends Point, ShopTexts {
  readonly id: string
  readonly kind: ShopKind
  readonly town: string
  readonly district: string
  /** The phone number has national digits. */
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
