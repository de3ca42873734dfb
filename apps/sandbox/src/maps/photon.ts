import type { FastifyInstance } from 'fastify'
import {
  around,
  countryNames,
  type KnownKind,
  type KnownPlace,
  knownPlaces,
  readWords,
  textsOf,
} from './known-places.ts'
import type { MapService } from './map-service.ts'

/** Photon's names of them. */
const types: Readonly<Record<KnownKind, string>> = {
  city: 'city',
  suburb: 'district',
  street: 'street',
  house: 'house',
  landmark: 'house',
}

const keys: Readonly<Record<KnownKind, readonly [key: string, value: string]>> = {
  city: ['place', 'city'],
  suburb: ['place', 'suburb'],
  street: ['highway', 'residential'],
  house: ['building', 'yes'],
  landmark: ['tourism', 'attraction'],
}

/** Other languages must be imported. */
const languages = ['default', 'en', 'de', 'fr']

interface Search {
  readonly Querystring: {
    readonly q?: string
    readonly lang?: string
    readonly limit?: string
    readonly bbox?: string
    readonly countrycode?: string
  }
}

interface Reverse {
  readonly Querystring: { readonly lat?: string; readonly lon?: string; readonly lang?: string }
}

/** The operator's own Photon over the simulated map, which supports search while typing. */
export function addPhoton(app: FastifyInstance, simulation: MapService): void {
  app.get<Search>('/photon/api', { config: { provider: 'photon', operation: 'search' } }, async (request, reply) => {
    const { q = '', lang = 'default', limit = '15', bbox, countrycode } = request.query
    simulation.note('photon', request)
    if (simulation.isTooMany) return reply.code(429).send({ message: 'Too many requests' })
    if (q.trim() === '') return reply.code(400).send({ message: "missing search term 'q': /?q=berlin" })
    if (!languages.includes(lang)) return reply.code(400).send(refusedLanguage)
    const isInBox = boxTest(bbox)
    if (isInBox === undefined)
      return reply.code(400).send({ message: 'wrong bbox, expected: minLon,minLat,maxLon,maxLat' })
    const found = ranked(q).filter(
      (place) =>
        simulation.isCareless ||
        (isInBox(place) && (countrycode === undefined || place.country === countrycode.toUpperCase())),
    )
    return collectionOf(found.slice(0, Number(limit)))
  })

  app.get<Reverse>(
    '/photon/reverse',
    { config: { provider: 'photon', operation: 'reverse' } },
    async (request, reply) => {
      const { lat, lon, lang = 'default' } = request.query
      simulation.note('photon', request)
      if (simulation.isTooMany) return reply.code(429).send({ message: 'Too many requests' })
      if (!languages.includes(lang)) return reply.code(400).send(refusedLanguage)
      return collectionOf(around({ lat: Number(lat), lng: Number(lon) }).slice(0, 1))
    },
  )
}

const refusedLanguage = { message: `Language is not supported. Supported are: ${languages.join(', ')}` }

/** Finds places that share a word with the query, most words first; the last word may be a prefix. */
function ranked(q: string): KnownPlace[] {
  const wanted = readWords(q)
  const isMeant = (word: string) => wanted.includes(word) || word.startsWith(wanted.at(-1) ?? ' ')
  return knownPlaces
    .map((place) => ({ place, hits: textsOf(place).filter(isMeant).length }))
    .filter(({ place }) => {
      const own = readWords(place.kind === 'house' ? `${place.houseNumber} ${place.street}` : place.name)
      return own.every(isMeant)
    })
    .sort((one, other) => other.hits - one.hits)
    .map(({ place }) => place)
}

function boxTest(bbox: string | undefined) {
  if (bbox === undefined) return () => true
  const sides = bbox.split(',').map(Number)
  const [west = 0, south = 0, east = 0, north = 0] = sides
  if (sides.length !== 4 || sides.some(Number.isNaN) || west >= east || south >= north) return undefined
  return ({ lat, lng }: KnownPlace) => lat >= south && lat <= north && lng >= west && lng <= east
}

const collectionOf = (places: readonly KnownPlace[]) => ({ type: 'FeatureCollection', features: places.map(featureOf) })

function featureOf({ id, kind, name, street, houseNumber, lat, lng, city, county, country }: KnownPlace) {
  const [osm_key, osm_value] = keys[kind]
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lng, lat] },
    properties: {
      osm_type: kind === 'street' ? 'W' : 'N',
      osm_id: id,
      osm_key,
      osm_value,
      type: types[kind],
      ...(name !== '' && { name }),
      ...(houseNumber !== undefined && { housenumber: houseNumber }),
      ...(street !== undefined && { street }),
      ...(kind !== 'city' && { city }),
      county,
      country: countryNames[country],
      countrycode: country,
      // The order is west, north, east, south: another one than in the request.
      ...(kind === 'city' && { extent: [lng - 0.1, lat + 0.1, lng + 0.1, lat - 0.1] }),
    },
  }
}
