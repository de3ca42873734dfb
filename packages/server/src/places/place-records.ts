import type { Point } from '@nyanja/domain/places/map-cell'
import type { ShopKind, ShopService, WeekHours } from '@nyanja/domain/places/shop'

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
  /** For sorting alone; 0 where nobody has counted. */
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
