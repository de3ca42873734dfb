import type { Generated } from 'kysely'

/** The imported version of each operator's table, and when it was imported. */
export interface PlaceTableTable {
  name: string
  version: string
  changed_at: number
}

/** Coordinates are millionths of a degree. */
interface PlaceColumns {
  id: string
  /** A hash that shows whether the operator's row has changed. */
  row_hash: string
  latitude_e6: number
  longitude_e6: number
}

export interface DistrictTable extends PlaceColumns {
  name: string
  region: string
  aliases_json: string
}

export interface TownTable extends PlaceColumns {
  name: string
  district: string
  population: number
  has_home_internet: number
  aliases_json: string
}

export interface ShopTable extends PlaceColumns {
  /** The cell as computed by `map-cell.ts`. */
  cell: number
  kind: string
  name: string
  /** The normalised name for searches. */
  name_key: string
  /** Texts by language. */
  translations_json: string
  /** The key like `name_key`, for the name in the market's other language; empty where there is none. */
  translated_key: string
  address: string
  /** Texts that have no column of their own. */
  texts_json: Generated<string>
  town: string
  district: string
  phone: string
  hours_json: string
  services_json: string
}

/** The time at which a service with a rate limit may be called again, in epoch milliseconds. */
export interface CallSlotTable {
  what: string
  free_at: number
}

export interface PlaceDbTables {
  place_tables: PlaceTableTable
  districts: DistrictTable
  towns: TownTable
  shops: ShopTable
  call_slots: CallSlotTable
}
