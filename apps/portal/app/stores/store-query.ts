import type { Point } from '@nyanja/domain/places/map-cell'
import type { ShopKind } from '@nyanja/domain/places/shop'
import type { Shops } from '@nyanja/server/places/shops'
import { hrefs } from '../hrefs.ts'
import { pointFrom, typedPlace } from '../map/map-view.ts'
import { shopPage } from './shop-view.ts'

export const radii = [10, 25, 50, 100, 250] as const
const usualRadius = 100

/** What a visitor looks for, at any position. */
export interface StoreQuery {
  readonly kind: ShopKind
  readonly radiusKm: number
}

interface Fields {
  get(name: string): unknown
}

const textOf = (fields: Fields, name: string): string => {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

/** Reads an address or a form; invalid values are left out. */
export function readStoreQuery(fields: Fields): StoreQuery {
  const radius = Number(textOf(fields, 'radius'))
  return {
    kind: textOf(fields, 'kind') === 'dealers' ? 'dealer' : 'own',
    radiusKm: radii.find((one) => one === radius) ?? usualRadius,
  }
}

export const readPlace = (fields: Fields): string => typedPlace(textOf(fields, 'place'))

/** Reads the visitor's position from a form. */
export function readPosition(fields: Fields): Point | undefined {
  const point = pointFrom(textOf(fields, 'lat'), textOf(fields, 'lng'))
  return point && { latitude: point.lat, longitude: point.lng }
}

/** Builds the address of the search; default values are left out. */
export function queryOf({ kind, radiusKm }: StoreQuery, place = '') {
  return {
    place: place === '' ? undefined : place,
    radius: radiusKm === usualRadius ? undefined : String(radiusKm),
    kind: kind === 'dealer' ? 'dealers' : undefined,
  }
}

/** Each shop may be listed by search engines. */
export async function shopPaths(shops: Pick<Shops, 'names'>): Promise<string[]> {
  return (await shops.names()).map((shop) => hrefs('').shop(shopPage(shop)))
}
