import type { FastifyInstance, FastifyReply } from 'fastify'
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

interface Message {
  readonly category: string
  readonly type: string
  readonly place_rank: number
  readonly addresstype: string
}

/** Nominatim's names of them. */
const shown: Readonly<Record<KnownKind, Message>> = {
  city: { category: 'place', type: 'city', place_rank: 16, addresstype: 'city' },
  suburb: { category: 'place', type: 'suburb', place_rank: 19, addresstype: 'suburb' },
  street: { category: 'highway', type: 'residential', place_rank: 26, addresstype: 'road' },
  house: { category: 'building', type: 'yes', place_rank: 30, addresstype: 'building' },
  landmark: { category: 'tourism', type: 'attraction', place_rank: 30, addresstype: 'tourism' },
}

interface Search {
  readonly Querystring: {
    readonly q?: string
    readonly format?: string
    readonly limit?: string
    readonly countrycodes?: string
    readonly viewbox?: string
    readonly bounded?: string
  }
}

interface Reverse {
  readonly Querystring: { readonly lat?: string; readonly lon?: string; readonly format?: string }
}

/** The public Nominatim service over the simulated map, with its usage policy. */
export function addNominatim(app: FastifyInstance, simulation: MapService): void {
  app.get<Search>(
    '/nominatim/search',
    { config: { provider: 'nominatim', operation: 'search' } },
    async (request, reply) => {
      const { q = '', format, limit = '10', countrycodes, viewbox, bounded } = request.query
      simulation.note('nominatim', request)
      if (simulation.isTooMany) return sendAway(reply)
      // It returns HTML when no format is requested.
      if (format !== 'jsonv2') return reply.type('text/html').send('<!doctype html><title>Nominatim Demo</title>')
      const isInBox = boxTest(bounded === '1' ? viewbox : undefined)
      const isInCountry = (place: KnownPlace) =>
        countrycodes === undefined || countrycodes.split(',').includes(place.country.toLowerCase())
      const wanted = readWords(q)
      const found = knownPlaces.filter(
        (place) => isMeant(place, wanted) && (simulation.isCareless || (isInBox(place) && isInCountry(place))),
      )
      // A known house precedes its street.
      found.sort((one, other) => shown[other.kind].place_rank - shown[one.kind].place_rank)
      return found.slice(0, Number(limit)).map(placeOf)
    },
  )

  app.get<Reverse>(
    '/nominatim/reverse',
    { config: { provider: 'nominatim', operation: 'reverse' } },
    async (request, reply) => {
      const { lat, lon, format } = request.query
      simulation.note('nominatim', request)
      if (simulation.isTooMany) return sendAway(reply)
      if (format !== 'jsonv2') return reply.type('text/html').send('<!doctype html><title>Nominatim Demo</title>')
      const [nearest] = around({ lat: Number(lat), lng: Number(lon) })
      return nearest === undefined ? { error: 'Unable to geocode' } : placeOf(nearest)
    },
  )
}

function sendAway(reply: FastifyReply) {
  const page =
    '<html><head><title>Bandwidth limit exceeded</title></head><body><h1>Usage limit reached</h1></body></html>'
  return reply.code(429).type('text/html').send(page)
}

/** Every word of the query must match the place; an unknown house number is ignored. */
function isMeant(place: KnownPlace, wanted: readonly string[]): boolean {
  const words = textsOf(place)
  const own = readWords(place.kind === 'house' ? `${place.houseNumber} ${place.street}` : place.name)
  const rest = place.kind === 'street' ? wanted.filter((word) => !/^\d+$/.test(word)) : wanted
  return wanted.length > 0 && own.every((word) => wanted.includes(word)) && rest.every((word) => words.includes(word))
}

/** The box may be given by any two corners. */
function boxTest(viewbox: string | undefined) {
  const [x1, y1, x2, y2] = (viewbox ?? '').split(',').map(Number)
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return () => true
  return ({ lat, lng }: KnownPlace) =>
    lng >= Math.min(x1, x2) && lng <= Math.max(x1, x2) && lat >= Math.min(y1, y2) && lat <= Math.max(y1, y2)
}

/** Coordinates are texts, in the order south, north, west, east. */
function placeOf({ id, kind, name, street, houseNumber, lat, lng, city, county, country }: KnownPlace) {
  const road = kind === 'street' ? name : street
  const address = {
    ...(kind === 'landmark' && { tourism: name }),
    ...(houseNumber !== undefined && { house_number: houseNumber }),
    ...(road !== undefined && { road }),
    ...(kind === 'suburb' && { suburb: name }),
    city,
    county,
    country: countryNames[country],
    country_code: country.toLowerCase(),
  }
  return {
    place_id: id,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
    osm_type: kind === 'street' ? 'way' : 'node',
    osm_id: id,
    lat: lat.toFixed(7),
    lon: lng.toFixed(7),
    ...shown[kind],
    importance: 0.3,
    name,
    display_name: Object.values(address).slice(0, -1).join(', '),
    address,
    boundingbox: [lat - 0.01, lat + 0.01, lng - 0.01, lng + 0.01].map((degrees) => degrees.toFixed(7)),
  }
}
