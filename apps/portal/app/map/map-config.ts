/** North latitude, east longitude, in degrees. */
export interface MapPoint {
  readonly lat: number
  readonly lng: number
}

export interface MapBounds {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** A place in a list beside the map: every element with its id as `data-pin` belongs to it. */
export interface MapPin extends MapPoint {
  readonly id: string
  /** The text on hover. */
  readonly label: string
  /** The number in the list, on the pin. */
  readonly mark: string
}

/** The settings of the map, as the JSON of its `data-map`. */
export interface MapConfig {
  readonly language: string
  /** The map cannot be panned beyond them. */
  readonly bounds: MapBounds
  readonly centre: MapPoint
  readonly zoom: number
  /** The address of the embedded map; none in a market that has none. */
  readonly basemapHref?: string
  /** The map in place of the embedded one: pictures, or vector tiles up to `dataZoom`. */
  readonly tiles?: {
    readonly url: string
    readonly maxZoom: number
    readonly vector?: { readonly dataZoom: number; readonly module: string }
  }
  /** The source of the map data. */
  readonly credit: string
  readonly labels: {
    /** The text that is read out for the map as a whole. */
    readonly label: string
    readonly zoomIn: string
    readonly zoomOut: string
    readonly metres: string
    readonly kilometres: string
  }
  readonly pins?: readonly MapPin[]
  /** The point that is marked, and that the map opens at. */
  readonly place?: MapPoint & { readonly label: string; readonly zoom: number }
  readonly sites?: SitesConfig
  readonly picker?: PickerConfig
}

export interface SitesConfig {
  /** The address that returns the sites in a view: `view=west,south,east,north&zoom=9` is added. */
  readonly href: string
  /** The label on a site: `4G` */
  readonly mark: string
  /** The text has the form `{count} sites`. */
  readonly several: string
}

/** The visitor picks a position by moving the map under a pin in its middle; the map opens where it is centred. */
export interface PickerConfig {
  /** The address that returns places by their names: `q=` is added. */
  readonly searchHref: string
  /** The address that returns what is near: `at=lat,lng` is added. */
  readonly nearestHref: string
  /** The zoom after a search. */
  readonly zoom: number
  readonly labels: {
    readonly search: string
    readonly placeholder: string
    readonly button: string
    readonly none: string
    /** The label of the button that asks the phone for its position. */
    readonly mine: string
    readonly locating: string
    readonly denied: string
    readonly abroad: string
  }
}

/** Latitude, longitude, how many, whether one of them has 5G; a single site adds its name. */
export type DrawnSite = readonly [lat: number, lng: number, count: number, fifth: 0 | 1, title?: string]

/** The data of the embedded map. Lines are thousandths of a degree, each point relative to the one before. */
export interface Basemap {
  readonly background: 'land' | 'water'
  readonly neighbours: readonly (readonly number[])[]
  readonly country: readonly (readonly number[])[]
  readonly borders: readonly (readonly number[])[]
  readonly lakes: readonly (readonly number[])[]
  readonly rivers: readonly (readonly number[])[]
  /** Names are keyed by language. A water without a name shows none. */
  readonly waterNames: readonly {
    readonly at: readonly [number, number]
    readonly names: Readonly<Record<string, string>>
  }[]
  /** The last figure is the size: 0 is named from afar, 3 only from close by. */
  readonly towns: readonly (readonly [name: string, lat: number, lng: number, rank: number])[]
  readonly credit: string
}
