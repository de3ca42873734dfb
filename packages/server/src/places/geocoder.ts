/** What a point is exact to. */
export type Precision = 'house' | 'street' | 'area' | 'town'

/** North latitude, east longitude, in degrees. */
export interface Spot {
  readonly lat: number
  readonly lng: number
}

/** An address, or as much of one as is looked for. */
export interface SoughtAddress {
  readonly street1?: string
  readonly landmark?: string
  readonly city: string
}

export interface FoundAddress extends Spot {
  /** `Victoria Avenue, Blantyre` */
  readonly label: string
  readonly precision: Precision
}

/** What a point is called, and how much of it that says. */
export type PointName = Pick<FoundAddress, 'label' | 'precision'>

/**
 * Finds addresses of the country, and says which one a point has. Every implementation passes `geocoder.contract.ts`.
 * To know no such address is a result; only one that is broken or silent throws.
 */
export interface Geocoder {
  /** Whose answers they are, said wherever they are shown; empty where they are the operator's own. */
  readonly credit: string
  /** Whether it may be asked at each search of a visitor, and not only for the address of a household. */
  readonly servesSearches: boolean
  /** The likeliest first, and none abroad. */
  find(address: SoughtAddress, language: string): Promise<readonly FoundAddress[]>
  reverse(point: Spot, language: string): Promise<PointName | undefined>
}
