import { selectNearest } from '@nyanja/domain/places/map-cell'
import { forgivenErrors, searchable, typingErrors } from '@nyanja/domain/places/name-search'
import type { FoundAddress, Geocoder } from '../../places/addresses.ts'
import { type FoundPlace, type Gazetteer, pointOf } from '../../places/gazetteer.ts'
import type { KnownPlaces } from '../../places/place-register.ts'

/** One name of one place. */
interface Entry {
  readonly name: string
  /** The name without spaces, because `Area 25` and `Area25` are both usual. */
  readonly joined: string
  /** The size: larger places come first among equally good matches. */
  readonly size: number
  readonly place: FoundPlace
}

/** The fit of a match: a smaller number is better. */
const fit = { whole: 0, beginning: 1, word: 2, inside: 3, misspelt: 4 } as const

/** Parts of a town have no population figure. */
const shareOfArea = 0.05
const sizeOfDistrict = 2000
const sizeOfRegion = 1000

/** Searches the operator's own towns and districts, without a remote service. */
export function createEmbeddedGazetteer(known: () => KnownPlaces): Gazetteer {
  let read: KnownPlaces | undefined
  let entries: readonly Entry[] = []
  const upToDate = () => {
    const now = known()
    if (now !== read) entries = entriesOf(now)
    read = now
    return entries
  }

  return {
    async search(text, { limit }) {
      const wanted = searchable(text)
      if (wanted === '') return []
      const joined = wanted.replaceAll(' ', '')
      const found = upToDate()
        .flatMap((entry) => {
          const rank = rankMatch(entry, wanted, joined)
          return rank === undefined ? [] : [{ entry, rank }]
        })
        .sort((one, other) => one.rank - other.rank || other.entry.size - one.entry.size)
      // Typing errors are tolerated only when nothing else was found.
      const isExact = found.some(({ rank }) => rank < fit.misspelt)
      return distinct(found.filter(({ rank }) => !isExact || rank < fit.misspelt)).slice(0, limit)
    },

    async spelledLike(text, { limit }) {
      const wanted = searchable(text).replaceAll(' ', '')
      const most = Math.ceil(wanted.length / 2)
      const found = upToDate()
        .map((entry) => ({ entry, errors: typingErrors(wanted, entry.joined, most) }))
        .filter(({ errors }) => errors <= most)
        .sort((one, other) => one.errors - other.errors || other.entry.size - one.entry.size)
      return distinct(found).slice(0, limit)
    },

    async nearest(point) {
      const [town] = selectNearest(known().towns, pointOf(point))
      return town && { town: town.name, district: town.district, distanceKm: town.distanceKm }
    },
  }
}

function rankMatch({ name, joined }: Entry, wanted: string, wantedJoined: string): number | undefined {
  if (name === wanted || joined === wantedJoined) return fit.whole
  if (name.startsWith(wanted) || joined.startsWith(wantedJoined)) return fit.beginning
  if (name.includes(` ${wanted}`)) return fit.word
  if (wanted.length > 2 && name.includes(wanted)) return fit.inside
  const most = forgivenErrors(wantedJoined)
  if (most === 0) return undefined
  const errors = typingErrors(wantedJoined, joined, most)
  return errors > most ? undefined : fit.misspelt + errors
}

function distinct(found: readonly { readonly entry: Entry }[]): FoundPlace[] {
  const places = found.map(({ entry }) => entry.place)
  return places.filter(
    (place, at) => places.findIndex(({ label, kind }) => label === place.label && kind === place.kind) === at,
  )
}

function entriesOf({ districts, towns }: KnownPlaces): Entry[] {
  const entry = (name: string, size: number, place: FoundPlace): Entry => {
    const text = searchable(name)
    return { name: text, joined: text.replaceAll(' ', ''), size, place }
  }
  const ofTowns = towns.flatMap(({ name, district, population, aliases, ...at }) => {
    const size = sizeOfRegion * 10 + population
    const place = { ...coordinates(at), district }
    return [
      entry(name, size, { ...place, label: name, kind: 'town' }),
      // `Blantyre, Blantyre` adds nothing to `Blantyre`.
      ...(searchable(district) === searchable(name)
        ? []
        : [entry(`${name} ${district}`, size, { ...place, label: name, kind: 'town' })]),
      ...aliases.flatMap((alias) => {
        const partOf = isSpelling(alias, name) ? {} : { partOf: { part: alias, town: name } }
        const area: FoundPlace = { ...place, label: `${alias}, ${name}`, kind: 'area', ...partOf }
        return [entry(alias, size * shareOfArea, area), entry(`${alias} ${name}`, size * shareOfArea, area)]
      }),
    ]
  })
  const ofDistricts = districts.flatMap(({ name, aliases, ...at }) => {
    const place: FoundPlace = { ...coordinates(at), label: name, kind: 'district', district: name }
    return [name, ...aliases].map((each) => entry(each, sizeOfDistrict, place))
  })
  return [...ofTowns, ...ofDistricts, ...regionsOf(districts).map((place) => entry(place.label, sizeOfRegion, place))]
}

/** Tells whether it is another spelling of the town's own name and not a part of the town. */
function isSpelling(alias: string, name: string): boolean {
  const [written, meant] = [searchable(alias).replaceAll(' ', ''), searchable(name).replaceAll(' ', '')]
  const most = forgivenErrors(written)
  return typingErrors(written, meant, most) <= most
}

/** Places each region at the centre of its districts. */
function regionsOf(districts: KnownPlaces['districts']): FoundPlace[] {
  return [...Map.groupBy(districts, ({ region }) => region)]
    .filter(([, members]) => members.length > 1)
    .map(([region, members]) => ({
      label: region,
      kind: 'region',
      district: '',
      lat: mean(members.map(({ latitude }) => latitude)),
      lng: mean(members.map(({ longitude }) => longitude)),
    }))
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const coordinates = ({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }) => ({
  lat: latitude,
  lng: longitude,
})

const joined = (text: string) => searchable(text).replaceAll(' ', '')

/** Finds towns and the names of their parts, but no streets: a part of a town has the town's position. */
export function createGazetteerGeocoder(gazetteer: Gazetteer): Geocoder {
  async function partOf(texts: string, city: string, language: string): Promise<FoundAddress | undefined> {
    const wanted = `${texts} ${city}`
    const found = await gazetteer.search(wanted, { limit: 1, language })
    const part = found.find(({ label }) => joined(label) === joined(wanted))
    return part && { label: part.label, lat: part.lat, lng: part.lng, precision: 'town' }
  }

  return {
    credit: '',
    // Searches have queried the gazetteer already.
    servesSearches: false,

    async find({ street1 = '', landmark = '', city }, language) {
      const texts = [landmark, ...street1.split(/[,;]/)].filter((part) => searchable(part) !== '')
      const parts = await Promise.all(texts.map((part) => partOf(part, city, language)))
      const found = parts.filter((part) => part !== undefined)
      if (texts.length > 0) return found
      const places = await gazetteer.search(city, { limit: 3, language })
      return places
        .filter(({ kind }) => kind !== 'region')
        .map(({ label, lat, lng }): FoundAddress => ({ label, lat, lng, precision: 'town' }))
    },

    async reverse(point) {
      const near = await gazetteer.nearest(point)
      if (near === undefined) return undefined
      return { label: [...new Set([near.town, near.district])].join(', '), precision: 'town' }
    },
  }
}
