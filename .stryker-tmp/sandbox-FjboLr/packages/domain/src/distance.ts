// @ts-nocheck
const earthRadiusKm = 6371.0088

/** Degrees, as WGS 84 counts them. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** Along the great circle. */
export function distanceKm(from: Point, to: Point): number {
  const latitudes = squaredHalfChord(to.latitude - from.latitude)
  const longitudes = squaredHalfChord(to.longitude - from.longitude)
  const chord = latitudes + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * longitudes
  // Rounding may carry opposite ends of the earth past 1, where the arc sine ends.
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, chord)))
}

function squaredHalfChord(degrees: number): number {
  return Math.sin(radians(degrees) / 2) ** 2
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
