/** The point has north latitude and east longitude, in degrees. */
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

/** A pin belongs to a list beside the map: every element with its id as `data-pin` is about it. */
export interface MapPin extends MapPoint {
  readonly id: string
  /** The text is shown on hover. */
  readonly label: string
  /** The pin shows its number in the list. */
  readonly mark: string
}

/** The element's `data-map` has these settings of the map as JSON. */
export interface MapConfig {
  readonly language: string
  /** The map cannot be panned beyond them. */
  readonly bounds: MapBounds
  readonly centre: MapPoint
  readonly zoom: number
  /** The embedded map has this address; a market without one has none. */
  readonly basemapHref?: string
  /** It replaces the embedded map: pictures, or vector tiles up to `dataZoom`. */
  readonly tiles?: {
    readonly url: string
    readonly maxZoom: number
    readonly vector?: { readonly dataZoom: number; readonly module: string }
  }
  /** The map data comes from this source. */
  readonly credit: string
  readonly labels: {
    /** It is read out for the map as a whole. */
    readonly label: string
    readonly zoomIn: string
    readonly zoomOut: string
    readonly metres: string
    readonly kilometres: string
  }
  readonly pins?: readonly MapPin[]
  /** The point is marked, and the map opens at it. */
  readonly place?: MapPoint & { readonly label: string; readonly zoom: number }
  readonly sites?: SitesConfig
  readonly picker?: PickerConfig
}

export interface SitesConfig {
  /** The address returns the sites in a view: `view=west,south,east,north&zoom=9` is added. */
  readonly href: string
  /** A site has a label such as `4G`. */
  readonly mark: string
  /** The text has the form `{count} sites`. */
  readonly several: string
}

/** The visitor picks a position by moving the map under a pin in its middle; the map opens where it is centred. */
export interface PickerConfig {
  /** The address returns places by their names: `q=` is added. */
  readonly searchHref: string
  /** The address returns what is near: `at=lat,lng` is added. */
  readonly nearestHref: string
  /** The zoom applies after a search. */
  readonly zoom: number
  readonly labels: {
    readonly search: string
    readonly placeholder: string
    readonly button: string
    readonly none: string
    /** The button asks the phone for its position. */
    readonly mine: string
    readonly locating: string
    readonly denied: string
    readonly abroad: string
  }
}

/** The tuple has latitude, longitude, how many, and whether one of them has 5G; a single site adds its name. */
export type DrawnSite = readonly [lat: number, lng: number, count: number, fifth: 0 | 1, title?: string]

/** This is the data of the embedded map. Lines are thousandths of a degree, each point relative to the one before. */
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
