import { createRememberedGeocoder } from '../adapters/cached.ts'
import { createEmbeddedGazetteer, createGazetteerGeocoder } from '../adapters/embedded-gazetteer/embedded-gazetteer.ts'
import { createNominatimGeocoder } from '../adapters/nominatim/nominatim-geocoder.ts'
import { createPhotonGeocoder } from '../adapters/photon/photon-geocoder.ts'
import { createPlaceFiles, createSiteFiles } from '../adapters/place-files/place-files.ts'
import { weekMomentIn } from '../common/zone-time.ts'
import type { createStores } from '../db/stores.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { Addresses, type CallSlots, type Geocoder } from '../places/addresses.ts'
import type { Gazetteer } from '../places/gazetteer.ts'
import { PlaceRegister, type PlaceRegisterOptions } from '../places/place-register.ts'
import type { Town } from '../places/place-source.ts'
import { Shops } from '../places/shops.ts'
import { Sites } from '../places/sites.ts'
import { withTypedPoints } from '../places/typed-points.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import type { Config } from '../settings/config.ts'

/** Places of the country. */
export interface Places {
  readonly gazetteer: Gazetteer
  readonly addresses: Addresses
  readonly shops: Shops
  readonly sites: Sites
  readonly towns: () => readonly Town[]
  /** The names of towns and districts, the largest towns first, for suggestions in forms. */
  readonly names: () => readonly string[]
  readonly largestTowns: (count: number) => readonly string[]
  /** The version, which changes with the operator's tables and is part of cache keys. */
  readonly version: () => string
  /** Lets an import in progress end. */
  readonly close: () => Promise<void>
}

interface PlaceServiceOptions {
  readonly config: Pick<Config, 'market' | 'placesFolder'> & GeocoderOptions['config']
  readonly stores: Pick<ReturnType<typeof createStores>, 'places' | 'shops' | 'callSlots'>
  readonly metrics: GeocoderOptions['metrics']
  readonly log: PlaceRegisterOptions['log']
  readonly rateLimits: RateLimits
  readonly now: () => number
}

/** More suggestions would be larger than the rest of a page. */
const mostNames = 120

export async function openPlaces(options: PlaceServiceOptions): Promise<Places> {
  const { config, stores, metrics, log, rateLimits, now } = options
  const { market, placesFolder: folder } = config
  const { bounds } = market.map
  const sites = new Sites({ source: createSiteFiles({ folder, bounds }), log })
  const register = new PlaceRegister({
    source: createPlaceFiles({
      folder,
      phoneDigits: market.numbers.length,
      translations: market.languages.slice(1).map(({ code }) => code),
    }),
    store: stores.places,
    bounds,
    log,
  })
  await Promise.all([register.load(), sites.load()])
  const gazetteer = withTypedPoints(
    createEmbeddedGazetteer(() => register.known),
    bounds,
  )
  const geocoder = geocoderFor({ config, metrics, callSlots: stores.callSlots, gazetteer, now })
  return {
    gazetteer,
    addresses: new Addresses({
      geocoder,
      ownGeocoder: createGazetteerGeocoder(gazetteer),
      gazetteer,
      bounds,
      limits: { home: rateLimits('home_place'), pin: rateLimits('pin_place'), search: rateLimits('place_search') },
    }),
    shops: new Shops({ store: stores.shops, now, weekMomentAt: (at) => weekMomentIn(market.timeZone, at) }),
    sites,
    towns: () => register.known.towns,
    names: () => register.names.slice(0, mostNames),
    largestTowns: (count) => register.names.slice(0, count),
    version: () => `${register.version} ${sites.version}`,
    close: async () => void (await Promise.all([register.close(), sites.close()])),
  }
}

interface GeocoderOptions {
  readonly config: Pick<Config, 'market' | 'geocoder'> & { readonly http: Pick<Config['http'], 'publicOrigin'> }
  readonly metrics: Pick<Metrics, 'startProviderSeries' | 'recordCall' | 'setCircuit'>
  readonly callSlots: CallSlots
  readonly gazetteer: Gazetteer
  readonly now: () => number
}

/** Opens the portal's own tables, or the configured service. */
function geocoderFor({ config, metrics, callSlots, gazetteer, now }: GeocoderOptions): Geocoder {
  const { geocoder, market, http } = config
  if (geocoder === undefined) return createGazetteerGeocoder(gazetteer)
  const where = { country: market.country, bounds: market.map.bounds }
  const watched = { added: metrics.startProviderSeries, observe: metrics.recordCall, toggled: metrics.setCircuit }
  if (geocoder.name === 'photon')
    return createRememberedGeocoder(createPhotonGeocoder({ ...geocoder, ...where, ...watched }), now)
  const userAgent = `${market.brand} portal (${http.publicOrigin})`
  return createRememberedGeocoder(
    createNominatimGeocoder({ ...geocoder, ...where, ...watched, userAgent, callSlots, now }),
    now,
  )
}
