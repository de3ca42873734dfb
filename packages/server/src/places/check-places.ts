import type { Point } from '@nyanja/domain/places/map-cell'
import { searchable } from '@nyanja/domain/places/name-search'
import type { FoundRow } from './place-source.ts'

export interface Bounds {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** What every kind of place may say of itself. */
interface AnyPlace {
  readonly id?: string
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  readonly district?: string
}

export interface CheckedAgainst {
  readonly file: string
  readonly bounds: Bounds
  /** By name. */
  readonly districts: ReadonlySet<string>
}

/** What is wrong with a table whose rows are well formed each. */
export function faultsAmong(
  rows: readonly FoundRow<AnyPlace>[],
  { file, bounds, districts }: CheckedAgainst,
): string[] {
  const seen = new Map<string, number>()
  return rows.flatMap(({ line, row }) => {
    const faults: string[] = []
    for (const { shown, key } of marksOf(row)) {
      const before = seen.get(key)
      if (before === undefined) seen.set(key, line)
      else faults.push(`${shown} stands in line ${before} too`)
    }
    if (!isInside(row, bounds))
      faults.push(
        'latitude and longitude lie outside the country: is a minus sign missing, or are they in the wrong order?',
      )
    if (row.district !== undefined && !districts.has(row.district))
      faults.push(`district “${row.district}” does not stand in districts.csv`)
    return faults.map((fault) => `${file}, line ${line}: ${fault}`)
  })
}

/** What no other row of the table may have: the names of districts too, since others name them by nothing else. */
function marksOf({ id, name, district }: AnyPlace) {
  const byName = { shown: `“${name}”`, key: `“${searchable(`${name} ${district ?? ''}`)}”` }
  if (id === undefined) return [byName]
  const byId = { shown: `id ${id}`, key: `id ${id}` }
  return district === undefined ? [byId, byName] : [byId]
}

export const isInside = ({ latitude, longitude }: Point, { south, west, north, east }: Bounds) =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east
