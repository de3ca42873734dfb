import type { Point } from '@nyanja/domain/places/map-cell'
import type { ShopKind } from '@nyanja/domain/places/shop'
import { pointFrom } from '../map/point-in.ts'
import { typedPlace } from '../map/typed-place.ts'

export const radii = [10, 25, 50, 100, 250] as const
const usualRadius = 100

/** What a visitor looks for, wherever he stands. */
export interface StoreQuestion {
  readonly kind: ShopKind
  readonly radiusKm: number
}

interface Asked {
  get(name: string): unknown
}

const textOf = (asked: Asked, name: string): string => {
  const value = asked.get(name)
  return typeof value === 'string' ? value : ''
}

/** Of an address or of a form; what makes no sense in it is left out. */
export function questionIn(asked: Asked): StoreQuestion {
  const radius = Number(textOf(asked, 'radius'))
  return {
    kind: textOf(asked, 'kind') === 'dealers' ? 'dealer' : 'own',
    radiusKm: radii.find((one) => one === radius) ?? usualRadius,
  }
}

export const placeIn = (asked: Asked): string => typedPlace(textOf(asked, 'place'))

/** Where somebody stands, of a form. */
export function standingIn(asked: Asked): Point | undefined {
  const point = pointFrom(textOf(asked, 'lat'), textOf(asked, 'lng'))
  return point && { latitude: point.lat, longitude: point.lng }
}

/** The address that asks for it; what is usual does not stand in it. */
export function queryOf({ kind, radiusKm }: StoreQuestion, place = '') {
  return {
    place: place === '' ? undefined : place,
    radius: radiusKm === usualRadius ? undefined : String(radiusKm),
    kind: kind === 'dealer' ? 'dealers' : undefined,
  }
}
