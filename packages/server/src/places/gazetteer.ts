import type { Point } from '@nyanja/domain/places/map-cell'

export type PlaceKind = 'town' | 'area' | 'district' | 'region'

export type PartOfTown = Readonly<Record<'part' | 'town', string>>

export interface FoundPlace {
  /** `Area 25, Lilongwe` */
  readonly label: string
  readonly lat: number
  readonly lng: number
  readonly kind: PlaceKind
  readonly district: string
  /** The name of a part of a town without a point of its own; the point is the town's centre. */
  readonly partOf?: PartOfTown
}

export interface NearPlace {
  readonly town: string
  readonly district: string
  readonly distanceKm: number
}

export interface SearchOptions {
  readonly limit: number
  /** The language, for places with names in several. */
  readonly language: string
}

/** Finds places of the country by their names. Every implementation passes `gazetteer.contract.ts`. */
export interface Gazetteer {
  /** Best match first; none for a text that matches no place. Accents, case and one typing error are ignored. */
  search(text: string, options: SearchOptions): Promise<readonly FoundPlace[]>
  /** For a text that matches no place: the places with the most similar names. */
  spelledLike(text: string, options: SearchOptions): Promise<readonly FoundPlace[]>
  /** The usual name of the place at a point. */
  nearest(point: { readonly lat: number; readonly lng: number }): Promise<NearPlace | undefined>
}

export const pointOf = ({ lat, lng }: { readonly lat: number; readonly lng: number }): Point => ({
  latitude: lat,
  longitude: lng,
})
