import type { Point } from '@nyanja/domain/distance'
import type { ShopKind } from '@nyanja/domain/shop'

export const radii = [10, 25, 50, 100, 250] as const
const usualRadius = 100
const longestWords = 60

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

export const placeIn = (asked: Asked): string => textOf(asked, 'place').trim().slice(0, longestWords)

/** Undefined for what is no place on the map. */
export function pointIn(asked: Asked): Point | undefined {
  const [latitude, longitude] = [degreesIn(textOf(asked, 'lat'), 90), degreesIn(textOf(asked, 'lng'), 180)]
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}

function degreesIn(text: string, most: number): number | undefined {
  const number = /^-?\d{1,3}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  return Math.abs(number) <= most ? number : undefined
}

/** The address that asks for it; what is usual does not stand in it. */
export function queryOf({ kind, radiusKm }: StoreQuestion, place = '') {
  return {
    place: place === '' ? undefined : place,
    radius: radiusKm === usualRadius ? undefined : String(radiusKm),
    kind: kind === 'dealer' ? 'dealers' : undefined,
  }
}
