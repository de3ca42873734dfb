import { type PlusCode, pointOfPlusCode, readPlusCode } from '@nyanja/domain/places/plus-code'
import { readPoint } from '@nyanja/domain/places/typed-point'
import { type Bounds, isInside } from './check-places.ts'
import { type FoundPlace, type Gazetteer, pointOf, type SearchOptions } from './gazetteer.ts'

const rounded = (degrees: number) => degrees.toFixed(4)

/** Makes a gazetteer that also finds points of the country: coordinates, links to maps and plus codes. */
export function withTypedPoints(gazetteer: Gazetteer, bounds: Bounds): Gazetteer {
  /** A shortened plus code is near the town that stands beside it. */
  async function pointOfCode(code: PlusCode, options: SearchOptions) {
    if (code.area !== undefined || code.rest === '') return pointOfPlusCode(code)
    const [town] = await gazetteer.search(code.rest, options)
    return town && pointOfPlusCode(code, pointOf(town))
  }

  async function search(text: string, options: SearchOptions): Promise<readonly FoundPlace[]> {
    const code = readPlusCode(text)
    const point = code === undefined ? readPoint(text) : await pointOfCode(code, options)
    if (point === undefined) return gazetteer.search(text, options)
    if (!isInside(point, bounds)) return []
    const { latitude: lat, longitude: lng } = point
    const near = await gazetteer.nearest({ lat, lng })
    const written = `${rounded(lat)}, ${rounded(lng)}`
    const label = near === undefined ? written : `${near.town} (${written})`
    return [{ label, lat, lng, kind: 'area', district: near?.district ?? '' }]
  }

  return { ...gazetteer, search }
}
