import { type Point, selectNearest } from './map-cell.ts'

export interface InternetTown extends Point {
  readonly name: string
  readonly hasHomeInternet: boolean
}

export interface HomeInternet {
  readonly isThere: boolean
  /** The town on which the answer is based: the town of the place, or the nearest one with home internet. */
  readonly town: string
  readonly distanceKm: number
}

/** The distance from the centre of a town to its outermost houses. */
const townKm = 15

/** Answers by the nearest town: undefined when no town has home internet. */
export function findHomeInternet(point: Point, towns: readonly InternetTown[]): HomeInternet | undefined {
  const near = selectNearest(towns, point)
  const [nearest] = near
  const served = near.find(({ hasHomeInternet }) => hasHomeInternet)
  if (nearest === undefined || served === undefined) return undefined
  const { name: town, distanceKm } = served
  return { isThere: nearest.hasHomeInternet && distanceKm <= townKm, town, distanceKm }
}

/** The town of a point that lies beyond the outermost houses of the town that was typed. */
export function findOtherTown(
  point: Point,
  written: string,
  towns: readonly Pick<InternetTown, 'name' | 'latitude' | 'longitude'>[],
): string | undefined {
  const near = selectNearest(towns, point)
  const [nearest] = near
  const home = near.find(({ name }) => name === written)
  if (nearest === undefined || home === undefined || home.distanceKm <= townKm) return undefined
  return nearest.name === written ? undefined : nearest.name
}
