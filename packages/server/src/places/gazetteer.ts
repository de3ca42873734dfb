import type { Point } from '@nyanja/domain/places/map-cell'

export type PlaceKind = 'town' | 'area' | 'district' | 'region'

export type PartOfTown = Readonly<Record<'part' | 'town', string>>

export interface FoundPlace {
  /** The name, such as `Area 25, Lilongwe`. */
  readonly label: string
  readonly lat: number
  readonly lng: number
  readonly kind: PlaceKind
  readonly district: string
  /** The part of a town without a point of its own; the point is the town's centre. */
  readonly partOf?: PartOfTown
}

export interface NearPlace {
  readonly town: string
  readonly district: string
  readonly distanceKm: number
}

export interface SearchOptions {
  readonly limit: number
  /** The language of the name, for places with names in several. */
  readonly language: string
}

/** Finds places of the country by their names. Every implementation passes `gazetteer.contract.ts`. */
export interface Gazetteer {
  /**
   * Lists the best match first, and nothing for a text that matches no place. Accents, case and one typing error are
   * ignored.
   */
  search(text: string, options: SearchOptions): Promise<readonly FoundPlace[]>
  /** Lists the places with the most similar names, for a text that matches no place. */
  spelledLike(text: string, options: SearchOptions): Promise<readonly FoundPlace[]>
  /** Finds the usual name of the place at a point. */
  nearest(point: { readonly lat: number; readonly lng: number }): Promise<NearPlace | undefined>
}

export const pointOf = ({ lat, lng }: { readonly lat: number; readonly lng: number }): Point => ({
  latitude: lat,
  longitude: lng,
})
