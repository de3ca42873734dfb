import { nearestOf, type Point } from './map-cell.ts'

export interface InternetTown extends Point {
  readonly name: string
  readonly hasHomeInternet: boolean
}

export interface HomeInternet {
  readonly isThere: boolean
  /** What the answer rests on: the town of the place, or the nearest one that has it. */
  readonly town: string
  readonly distanceKm: number
}

/** From the middle of a town to its last houses. */
const townKm = 15

/** By what is said of the nearest town. Undefined where no town has it, and nobody has to hear that. */
export function homeInternetAt(point: Point, towns: readonly InternetTown[]): HomeInternet | undefined {
  const near = nearestOf(towns, point)
  const [nearest] = near
  const served = near.find(({ hasHomeInternet }) => hasHomeInternet)
  if (nearest === undefined || served === undefined) return undefined
  const { name: town, distanceKm } = served
  return { isThere: nearest.hasHomeInternet && distanceKm <= townKm, town, distanceKm }
}

/** The town that a point belongs to, where it lies beyond the last houses of the one that was written. */
export function otherTownAt(
  point: Point,
  written: string,
  towns: readonly Pick<InternetTown, 'name' | 'latitude' | 'longitude'>[],
): string | undefined {
  const near = nearestOf(towns, point)
  const [nearest] = near
  const home = near.find(({ name }) => name === written)
  if (nearest === undefined || home === undefined || home.distanceKm <= townKm) return undefined
  return nearest.name === written ? undefined : nearest.name
}
