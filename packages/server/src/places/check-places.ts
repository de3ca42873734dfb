import type { Point } from '@nyanja/domain/places/map-cell'
import { searchable } from '@nyanja/domain/places/name-search'
import type { FoundRow } from './place-source.ts'

export interface Bounds {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** Fields that all kinds of places have. */
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
  /** The districts by name. */
  readonly districts: ReadonlySet<string>
}

/** Lists the faults of a table whose rows are valid individually. */
export function faultsAmong(
  rows: readonly FoundRow<AnyPlace>[],
  { file, bounds, districts }: CheckedAgainst,
): string[] {
  const seen = new Map<string, number>()
  return rows.flatMap(({ line, row }) => {
    const faults: string[] = []
    for (const { shown, key } of listUniqueValues(row)) {
      const before = seen.get(key)
      if (before === undefined) seen.set(key, line)
      else faults.push(`${shown} is in line ${before} too`)
    }
    if (!isInside(row, bounds))
      faults.push(
        'latitude and longitude lie outside the country: is a minus sign missing, or are they in the wrong order?',
      )
    if (row.district !== undefined && !districts.has(row.district))
      faults.push(`district “${row.district}” is missing in districts.csv`)
    return faults.map((fault) => `${file}, line ${line}: ${fault}`)
  })
}

/** Lists values that must be unique in the table, including names of districts, by which other rows refer to them. */
function listUniqueValues({ id, name, district }: AnyPlace) {
  const byName = { shown: `“${name}”`, key: `“${searchable(`${name} ${district ?? ''}`)}”` }
  if (id === undefined) return [byName]
  const byId = { shown: `id ${id}`, key: `id ${id}` }
  return district === undefined ? [byId, byName] : [byId]
}

export const isInside = ({ latitude, longitude }: Point, { south, west, north, east }: Bounds) =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east
