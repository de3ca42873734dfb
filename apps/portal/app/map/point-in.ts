import type { MapPoint } from './map-config.ts'

/** Thousandths of a degree, about a hundred metres, are as exact as any answer to it. */
export function pointIn(text: string | null): MapPoint | undefined {
  const [lat = '', lng = '', ...more] = (text ?? '').split(',')
  const point = more.length === 0 ? pointFrom(lat, lng) : undefined
  return point && { lat: rounded(point.lat), lng: rounded(point.lng) }
}

/** Undefined for what is no place on the map. */
export function pointFrom(lat: string, lng: string): MapPoint | undefined {
  const [north, east] = [degreesIn(lat, 90), degreesIn(lng, 180)]
  return north === undefined || east === undefined ? undefined : { lat: north, lng: east }
}

/** What an address says of it, which `pointIn` takes back. */
export const pointText = ({ lat, lng }: MapPoint) => `${lat},${lng}`

const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000

function degreesIn(text: string, most: number): number | undefined {
  const degrees = /^-?\d{1,3}(\.\d{1,8})?$/.test(text) ? Number(text) : Number.NaN
  return Math.abs(degrees) <= most ? degrees : undefined
}
