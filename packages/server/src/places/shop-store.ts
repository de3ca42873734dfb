import type { Point } from '@nyanja/domain/places/map-cell'
import type { ShopKind } from '@nyanja/domain/places/shop'
import type { Shop } from './place-records.ts'

export interface NearShop extends Shop {
  readonly distanceKm: number
}

export interface NearQuestion {
  readonly point: Point
  readonly kind: ShopKind
  readonly radiusKm: number
  readonly limit: number
}

/** Finds shops. */
export interface ShopStore {
  /** The nearest first, however many there are of them. */
  nearest(question: NearQuestion): Promise<NearShop[]>
  shop(id: string): Promise<Shop | undefined>
  /** By the beginning of their names in any language, which are `searchable` texts. */
  named(question: { readonly words: string; readonly kind: ShopKind; readonly limit: number }): Promise<Shop[]>
  /** Of all there are, by id. */
  names(): Promise<Pick<Shop, 'id' | 'name'>[]>
}
