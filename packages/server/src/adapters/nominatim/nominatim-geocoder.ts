import { setTimeout as sleep } from 'node:timers/promises'
import { PortalError } from '@nyanja/domain/errors'
import { z } from 'zod'
import type { CallSlots, FoundAddress, Geocoder, Precision } from '../../places/addresses.ts'
import { createProvider, demandValue, type ProviderHooks } from '../call-provider.ts'
import { logOutline } from '../log-excerpt.ts'
import { formatAddressLabel, inOneLine, isOfCountry, type MapCountry } from '../map-answers.ts'

export interface NominatimOptions extends ProviderHooks, MapCountry {
  /** The URL without a trailing slash. */
  readonly baseUrl: string
  readonly credit: string
  /** Identifies the portal to the service's operators. */
  readonly userAgent: string
  readonly callSlots: CallSlots
  /** The pause of the whole site between two requests; zero for a service of the operator's own. */
  readonly everyMs: number
  readonly timeoutMs?: number
  readonly now?: () => number
}

/**
 * An address search waits for a call slot. A pin is named immediately or not at all, so that pins do not use up the
 * slots.
 */
const timeoutsMs = { search: 1_500, reverse: 0 } as const

const degrees = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .transform(Number)
const Place = z.object({
  lat: degrees,
  lon: degrees,
  place_rank: z.number(),
  addresstype: z.string().optional(),
  name: z.string().optional(),
  address: z.record(z.string(), z.string()),
})
const Places = z.array(Place)
const Reversed = z.union([Place, z.object({ error: z.string() })])

const townTypes = ['city', 'town', 'village', 'municipality']
/** The keys for the town, the most usual first. */
const townKeys = ['city', 'town', 'village', 'municipality', 'county']
const areaKeys = ['neighbourhood', 'quarter', 'suburb', 'hamlet']

/** The public service allows one request per second per site, and none for autocompletion. */
export function createNominatimGeocoder(options: NominatimOptions): Geocoder {
  const { baseUrl, credit, userAgent, country, bounds, timeoutMs = 2_000 } = options
  const provider = createProvider('nominatim', options, logOutline)
  const { west, north, east, south } = bounds
  const where = { countrycodes: country.toLowerCase(), viewbox: [west, north, east, south].join(), bounded: '1' }

  async function ask<Value>(
    operation: keyof typeof timeoutsMs,
    schema: z.ZodType<Value>,
    query: Readonly<Record<string, string>>,
  ): Promise<Value> {
    await waitForCallSlot(operation, options)
    const url = `${baseUrl}/${operation}?${new URLSearchParams({ ...query, format: 'jsonv2', addressdetails: '1' })}`
    const headers = { 'user-agent': userAgent }
    const answer = await provider.send({ operation, url, timeoutMs, schema, headers })
    return demandValue(answer, `nominatim ${operation}`)
  }

  return {
    credit,
    servesSearches: false,

    async find(address, language) {
      const query = { q: inOneLine(address), ...where, limit: '5', 'accept-language': language }
      const places = await ask('search', Places, query)
      return places
        .filter((place) => isOfCountry(toLocation(place), options))
        .flatMap((place) => addressOf(place) ?? [])
    },

    async reverse({ lat, lng }, language) {
      const query = { lat: String(lat), lon: String(lng), zoom: '18', 'accept-language': language }
      const place = await ask('reverse', Reversed, query)
      if ('error' in place || !isOfCountry(toLocation(place), options)) return undefined
      const found = addressOf(place)
      return found && { label: found.label, precision: found.precision }
    },
  }
}

async function waitForCallSlot(operation: keyof typeof timeoutsMs, options: NominatimOptions) {
  const { callSlots, everyMs, now = Date.now, pause = sleep } = options
  if (everyMs === 0) return
  const at = now()
  const slot = await callSlots.book('nominatim', { at, everyMs, latest: at + timeoutsMs[operation] })
  if (slot === undefined) throw new PortalError('provider_unreachable', 'nominatim: too many ask before')
  if (slot > at) await pause(slot - at)
}

type Place = z.infer<typeof Place>

const toLocation = ({ lat, lon, address }: Place) => ({ lat, lng: lon, countryCode: address.country_code })

function addressOf(place: Place): FoundAddress | undefined {
  const precision = precisionOf(place)
  if (precision === undefined) return undefined
  const { lat, lon: lng, name, address } = place
  const shown = (keys: readonly string[]) => keys.map((key) => address[key]).find((word) => word !== undefined)
  const { house_number: number, road } = address
  const client = number === undefined ? road : `${number} ${road ?? ''}`
  return {
    label: formatAddressLabel([number === undefined ? name : undefined, client, shown(areaKeys), shown(townKeys)]),
    lat,
    lng,
    precision,
  }
}

/** Ranks range from 0, the world, to 30, a house. */
function precisionOf({ place_rank: rank, addresstype = '', address }: Place): Precision | undefined {
  if (address.house_number !== undefined) return 'house'
  // A result with a name and without a number is a landmark, which is near the home.
  if (rank >= 26) return 'street'
  if (townTypes.includes(addresstype)) return 'town'
  return rank >= 17 ? 'area' : undefined
}
