const earthRadiusKm = 6371.0088

/** The coordinates in degrees of WGS 84. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** Measures along the great circle. */
export function distanceKm(from: Point, to: Point): number {
  const latitudes = squaredHalfChord(to.latitude - from.latitude)
  const longitudes = squaredHalfChord(to.longitude - from.longitude)
  const chord = latitudes + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * longitudes
  // Rounding may exceed 1 for antipodal points, where the arc sine is undefined.
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, chord)))
}

function squaredHalfChord(degrees: number): number {
  return Math.sin(radians(degrees) / 2) ** 2
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** The number of halvings of the world each way: the finest cells are about forty metres wide. */
const levels = 20
const cellsAcross = 2 ** levels
const kmPerDegree = 111.19

/** A range of cells from `start` inclusive to `end` exclusive. */
export interface CellRange {
  readonly from: number
  readonly end: number
}

export interface Box {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** The number of the finest cell around a point. Neighbouring cells mostly have close numbers. */
export function computeCell({ latitude, longitude }: Point): number {
  return interleaved(columnOf(longitude), rowOf(latitude))
}

/** Computes the box in degrees, clamped to the edges of the map. */
export function boxAround({ latitude, longitude }: Point, radiusKm: number): Box {
  const high = radiusKm / kmPerDegree
  const [south, north] = [Math.max(-90, latitude - high), Math.min(90, latitude + high)]
  // The box is as wide as needed at the latitude furthest from the equator.
  const narrowest = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  const wide = narrowest < 1e-6 ? 360 : high / narrowest
  return { south, north, west: Math.max(-180, longitude - wide), east: Math.min(180, longitude + wide) }
}

/** Computes few ranges, `mostRanges` at most, that cover every cell of the box and not many others. */
export function computeCells({ south, west, north, east }: Box): CellRange[] {
  const [left, right, bottom, top] = [columnOf(west), columnOf(east), rowOf(south), rowOf(north)]
  const widest = Math.max(right - left, top - bottom)
  const shift = Math.max(0, Math.ceil(Math.log2((widest + 1) / mostAcross)))
  const size = 2 ** shift
  const ranges: CellRange[] = []
  for (let row = Math.floor(bottom / size); row <= Math.floor(top / size); row++)
    for (let column = Math.floor(left / size); column <= Math.floor(right / size); column++) {
      const from = interleaved(column, row) * size * size
      ranges.push({ from, end: from + size * size })
    }
  return joined(ranges.sort((one, other) => one.from - other.from))
}

/** Cells of a box in each direction, before alignment to cell borders. */
const mostAcross = 2
/** A box that is not aligned touches one cell more in each direction. */
export const mostRanges = (mostAcross + 1) ** 2

function joined(ranges: readonly CellRange[]): CellRange[] {
  const result: CellRange[] = []
  for (const range of ranges) {
    const last = result.at(-1)
    if (last?.end === range.from) result[result.length - 1] = { from: last.from, end: range.end }
    else result.push(range)
  }
  return result
}

const columnOf = (longitude: number) => stepOf((longitude + 180) / 360)
const rowOf = (latitude: number) => stepOf((latitude + 90) / 180)
const stepOf = (share: number) => Math.min(cellsAcross - 1, Math.max(0, Math.floor(share * cellsAcross)))

/** Interleaves the numbers bit by bit, column first. Forty bits exceed JavaScript's bitwise operators. */
function interleaved(column: number, row: number): number {
  return spread(column) + 2 * spread(row)
}

function spread(number: number): number {
  let spreadOut = 0
  for (let bit = 0, rest = number; rest > 0; bit++, rest = Math.floor(rest / 2)) spreadOut += (rest % 2) * 4 ** bit
  return spreadOut
}

/** The points nearest to a point, nearest first, each with its distance. */
export function selectNearest<Thing extends Point>(
  things: readonly Thing[],
  point: Point,
): (Thing & { readonly distanceKm: number })[] {
  return things
    .map((thing) => ({ ...thing, distanceKm: distanceKm(point, thing) }))
    .sort((one, other) => one.distanceKm - other.distanceKm)
}
