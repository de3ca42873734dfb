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
  /** Of a part of a town without a point of its own: it is answered for by the middle of the town. */
  readonly partOf?: PartOfTown
}

export interface NearPlace {
  readonly town: string
  readonly district: string
  readonly distanceKm: number
}

export interface SearchOptions {
  readonly limit: number
  /** For those that have names in several. */
  readonly language: string
}

/** Finds places of the country by their names. Every implementation passes `gazetteer.contract.ts`. */
export interface Gazetteer {
  /** The likeliest first; none for words that mean no place. Accents, case and one typing mistake make no difference. */
  search(text: string, options: SearchOptions): Promise<readonly FoundPlace[]>
  /** For words that mean no place: those that are written most like them. */
  spelledLike(text: string, options: SearchOptions): Promise<readonly FoundPlace[]>
  /** By which name people would know that they are there. */
  nearest(point: { readonly lat: number; readonly lng: number }): Promise<NearPlace | undefined>
}

export const pointOf = ({ lat, lng }: { readonly lat: number; readonly lng: number }): Point => ({
  latitude: lat,
  longitude: lng,
})
