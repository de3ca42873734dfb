import { createGazetteerGeocoder } from './adapters/embedded-gazetteer/gazetteer-geocoder.ts'
import { createNominatimGeocoder } from './adapters/nominatim/nominatim-geocoder.ts'
import { createPhotonGeocoder } from './adapters/photon/photon-geocoder.ts'
import { createRememberedGeocoder } from './adapters/remembered-geocoder.ts'
import type { Config } from './config.ts'
import type { Metrics } from './metrics.ts'
import type { CallSlots } from './places/call-slots.ts'
import type { Gazetteer } from './places/gazetteer.ts'
import type { Geocoder } from './places/geocoder.ts'

export interface GeocoderOptions {
  readonly config: Pick<Config, 'market' | 'geocoder'> & { readonly http: Pick<Config['http'], 'publicOrigin'> }
  readonly metrics: Pick<Metrics, 'addedProvider' | 'askedProvider' | 'changedCircuit'>
  readonly turns: CallSlots
  readonly gazetteer: Gazetteer
  readonly now: () => number
}

/** Our own tables, or the service that is set up. */
export function geocoderFor({ config, metrics, turns, gazetteer, now }: GeocoderOptions): Geocoder {
  const { geocoder, market, http } = config
  if (geocoder === undefined) return createGazetteerGeocoder(gazetteer)
  const where = { country: market.country, bounds: market.map.bounds }
  const watched = { added: metrics.addedProvider, observe: metrics.askedProvider, turned: metrics.changedCircuit }
  if (geocoder.name === 'photon')
    return createRememberedGeocoder(createPhotonGeocoder({ ...geocoder, ...where, ...watched }), now)
  const userAgent = `${market.brand} portal (${http.publicOrigin})`
  return createRememberedGeocoder(
    createNominatimGeocoder({ ...geocoder, ...where, ...watched, userAgent, turns, now }),
    now,
  )
}
