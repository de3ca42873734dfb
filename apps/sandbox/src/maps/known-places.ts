export type KnownKind = 'city' | 'suburb' | 'street' | 'house' | 'landmark'

export interface KnownPlace {
  readonly id: number
  readonly kind: KnownKind
  readonly name: string
  readonly lat: number
  readonly lng: number
  readonly city: string
  readonly county: string
  readonly country: 'MW' | 'CD' | 'GB'
  /** The street of a house. */
  readonly street?: string
  readonly houseNumber?: string
  readonly suburb?: string
}

type Row = readonly [kind: KnownKind, name: string, lat: number, lng: number, city: string, county: string]

const rowsOf: Readonly<Record<KnownPlace['country'], readonly Row[]>> = {
  MW: [
    ['city', 'Lilongwe', -13.9669, 33.7873, 'Lilongwe', 'Lilongwe'],
    ['city', 'Blantyre', -15.785, 35.0085, 'Blantyre', 'Blantyre'],
    ['city', 'Mzuzu', -11.4656, 34.0207, 'Mzuzu', 'Mzimba'],
    ['city', 'Zomba', -15.386, 35.3188, 'Zomba', 'Zomba'],
    ['city', 'Nkhata Bay', -11.6066, 34.2907, 'Nkhata Bay', 'Nkhata Bay'],
    ['city', 'Mponela', -13.531, 33.7393, 'Mponela', 'Dowa'],
    ['suburb', 'Area 25', -13.8833, 33.7667, 'Lilongwe', 'Lilongwe'],
    ['suburb', 'Limbe', -15.8167, 35.0567, 'Blantyre', 'Blantyre'],
    ['street', 'Victoria Avenue', -15.7862, 35.0062, 'Blantyre', 'Blantyre'],
    ['street', 'Glyn Jones Road', -15.7881, 35.0031, 'Blantyre', 'Blantyre'],
    ['street', 'Station Road', -15.7935, 35.0122, 'Blantyre', 'Blantyre'],
    ['street', 'Station Road', -13.9821, 33.7702, 'Lilongwe', 'Lilongwe'],
    ['street', 'Kenyatta Road', -13.9789, 33.7831, 'Lilongwe', 'Lilongwe'],
    ['street', 'Orton Chirwa Avenue', -11.4601, 34.0188, 'Mzuzu', 'Mzimba'],
    ['house', '24', -15.7886, 35.0024, 'Blantyre', 'Blantyre'],
    ['landmark', 'Clock Tower', -15.7856, 35.0103, 'Blantyre', 'Blantyre'],
  ],
  CD: [
    ['city', 'Kinshasa', -4.3217, 15.3126, 'Kinshasa', 'Kinshasa'],
    ['city', 'Lubumbashi', -11.6609, 27.4794, 'Lubumbashi', 'Haut-Katanga'],
    ['city', 'Goma', -1.6792, 29.2228, 'Goma', 'Nord-Kivu'],
    ['street', 'Avenue Kasa-Vubu', -4.3378, 15.3051, 'Kinshasa', 'Kinshasa'],
    ['street', 'Avenue Mama Yemo', -11.6641, 27.4829, 'Lubumbashi', 'Haut-Katanga'],
  ],
  GB: [
    ['city', 'Blantyre', 55.796, -4.095, 'Blantyre', 'South Lanarkshire'],
    ['street', 'Victoria Avenue', 55.7967, -4.0977, 'Blantyre', 'South Lanarkshire'],
  ],
}

const streetOfHouses = 'Glyn Jones Road'

export const knownPlaces: readonly KnownPlace[] = Object.entries(rowsOf)
  .flatMap(([country, rows]) => rows.map((row) => ({ country, row })))
  .map(({ country, row: [kind, name, lat, lng, city, county] }, at) => ({
    id: 5_000_001 + at,
    kind,
    name: kind === 'house' ? '' : name,
    lat,
    lng,
    city,
    county,
    country: country === 'MW' || country === 'CD' ? country : 'GB',
    ...(kind === 'house' && { street: streetOfHouses, houseNumber: name }),
  }))

export const countryNames = { MW: 'Malawi', CD: 'République démocratique du Congo', GB: 'United Kingdom' } as const

/** Ignores case, accents and punctuation. */
export const readWords = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

export const textsOf = ({ name, street = '', houseNumber = '', city, county, country }: KnownPlace) =>
  readWords([name, houseNumber, street, city, county, countryNames[country]].join(' '))

const kmPerDegree = 111.2

/** The distance is on a plane, which is accurate enough within a town. */
function kmBetween(one: Spot, other: Spot): number {
  const wide = Math.cos((one.lat * Math.PI) / 180)
  return kmPerDegree * Math.hypot(one.lat - other.lat, (one.lng - other.lng) * wide)
}

interface Spot {
  readonly lat: number
  readonly lng: number
}

/** Sorts by distance; towns have a larger radius than streets. */
export function around(spot: Spot): KnownPlace[] {
  const reachKm = { house: 0.05, landmark: 0.1, street: 0.3, suburb: 2, city: 8 } as const
  return knownPlaces
    .map((place) => ({ place, km: kmBetween(spot, place) }))
    .filter(({ place, km }) => km <= reachKm[place.kind])
    .sort((one, other) => reachKm[one.place.kind] - reachKm[other.place.kind] || one.km - other.km)
    .map(({ place }) => place)
}
