import type { Point } from './map-cell.ts'

/**
 * A plus code: Google's Open Location Code, such as `5GCQ2F2F+X2`, or its end `2F2F+X2` beside the name of a town. The
 * specification is at github.com/google/open-location-code.
 */
const digits = '23456789CFGHJMPQRVWX'
const shape = new RegExp(`(?:^|[\\s,(/])([${digits}]{4})?([${digits}]{4}\\+[${digits}]{2,3})(?=$|[\\s,).])`, 'i')

export interface PlusCode {
  /** The first four digits, which name an area of one degree; absent where a town stands in their place. */
  readonly area?: string
  readonly end: string
  /** The text without the code. */
  readonly rest: string
}

/** Finds the plus code in a text. */
export function readPlusCode(text: string): PlusCode | undefined {
  const [whole, area, end] = shape.exec(text) ?? []
  if (whole === undefined || end === undefined) return undefined
  const rest = text.replace(whole, ' ').trim()
  return { ...(area !== undefined && { area: area.toUpperCase() }), end: end.toUpperCase(), rest }
}

/** The degrees of a step of each pair of digits. */
const steps = [20, 1, 0.05, 0.0025, 0.000125]

/** Computes the centre of the area of a whole code. An eleventh digit divides the last one in five by four. */
function centreOf(code: string): Point {
  const plain = code.replace('+', '')
  let [latitude, longitude] = [-90, -180]
  for (const [at, step] of steps.entries()) {
    latitude += digits.indexOf(plain.charAt(2 * at)) * step
    longitude += digits.indexOf(plain.charAt(2 * at + 1)) * step
  }
  const [last = 0] = steps.slice(-1)
  const fine = digits.indexOf(plain.charAt(10) || '-')
  if (fine === -1) return { latitude: latitude + last / 2, longitude: longitude + last / 2 }
  const [row, column] = [Math.floor(fine / 4), fine % 4]
  return { latitude: latitude + ((row + 0.5) * last) / 5, longitude: longitude + ((column + 0.5) * last) / 4 }
}

const areaOf = ({ latitude, longitude }: Point) => {
  const [north, east] = [latitude + 90, longitude + 180]
  const digitsOf = (degrees: number) => [Math.floor(degrees / 20), Math.floor(degrees % 20)]
  const [[n1 = 0, n2 = 0], [e1 = 0, e2 = 0]] = [digitsOf(north), digitsOf(east)]
  return [n1, e1, n2, e2].map((digit) => digits.charAt(digit)).join('')
}

/** Moves a degree towards the other point where that is nearer: the code belongs to a neighbour of its area. */
const nearer = (degrees: number, other: number) => degrees - Math.round(degrees - other)

/** Computes the point of a code; without its area it is the one nearest to `town`. */
export function pointOfPlusCode({ area, end }: PlusCode, town?: Point): Point | undefined {
  if (area !== undefined) return centreOf(area + end)
  if (town === undefined) return undefined
  const { latitude, longitude } = centreOf(areaOf(town) + end)
  return { latitude: nearer(latitude, town.latitude), longitude: nearer(longitude, town.longitude) }
}
