import type { Point } from '@nyanja/domain/places/map-cell'
import type { ShopKind, ShopService, WeekHours } from '@nyanja/domain/places/shop'

export interface FoundRow<Row> {
  /** Where an editor finds it. */
  readonly line: number
  readonly row: Row
}

export interface FoundTable<Row> {
  readonly rows: readonly FoundRow<Row>[]
  /** What could not be read, in words that name the place. */
  readonly faults: readonly string[]
}

/** Where the operator keeps his towns, shops and the like. */
export interface PlaceSource {
  /** Differs when `read` would answer otherwise; undefined where there is no such table. */
  version(table: PlaceTableName): Promise<string | undefined>
  read<Name extends PlaceTableName>(table: Name): Promise<FoundTable<PlaceTables[Name]>>
  /** Calls back after any of them changed; returns what ends the watch. */
  watch(changed: () => void): () => void
}

export interface District extends Point {
  readonly id: string
  readonly name: string
  readonly region: string
  /** Other names and spellings. */
  readonly aliases: readonly string[]
}

export interface Town extends Point {
  readonly name: string
  /** By its name. */
  readonly district: string
  /** For sorting alone; 0 where it is unknown. */
  readonly population: number
  readonly hasHomeInternet: boolean
  /** Parts of the town that people look for, and other spellings. */
  readonly aliases: readonly string[]
}

/** What the operator's table holds in a further language of the market. */
interface ShopTexts {
  readonly name?: string
  readonly address?: string
}

export interface Shop extends Point {
  readonly id: string
  readonly kind: ShopKind
  readonly name: string
  readonly address: string
  readonly town: string
  readonly district: string
  /** National digits. */
  readonly phone: string
  readonly hours: WeekHours
  readonly services: readonly ShopService[]
  /** By language. */
  readonly translations?: Readonly<Record<string, ShopTexts>>
}

/** What the operator keeps in a table of his own, by the name of the table. */
export interface PlaceTables {
  readonly districts: District
  readonly towns: Town
  readonly shops: Shop
}

export type PlaceTableName = keyof PlaceTables
