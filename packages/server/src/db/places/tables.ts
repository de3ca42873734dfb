/** Which state of an operator's table was taken over, and when. */
export interface PlaceTableTable {
  name: string
  version: string
  changed_at: number
}

/** Coordinates are millionths of a degree. */
interface PlaceColumns {
  id: string
  /** Tells whether a row of the operator's table says anything new. */
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
  /** See `map-cell.ts`. */
  cell: number
  kind: string
  name: string
  /** As it is searched. */
  name_key: string
  /** Name and address by language. */
  translations_json: string
  /** As `name_key`, of the name in the market's other language; empty where there is none. */
  translated_key: string
  address: string
  town: string
  district: string
  phone: string
  hours_json: string
  services_json: string
}

/** When somebody who serves one at a time may be asked again, in epoch milliseconds. */
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
