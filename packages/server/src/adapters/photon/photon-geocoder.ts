import { z } from 'zod'
import type { FoundAddress, Geocoder, Precision } from '../../places/addresses.ts'
import { createProvider, demandValue, type ProviderHooks } from '../call-provider.ts'
import { logOutline } from '../log-excerpt.ts'
import { formatAddressLabel, inOneLine, isOfCountry, type MapCountry } from '../map-answers.ts'

export interface PhotonOptions extends ProviderHooks, MapCountry {
  /** The URL without a trailing slash. */
  readonly baseUrl: string
  readonly credit: string
  /** The service's languages; any other is refused. */
  readonly languages: readonly string[]
  /** A page waits for the answer, so this is short. */
  readonly timeoutMs?: number
}

const Feature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
  properties: z.object({
    type: z.string().optional(),
    name: z.string().optional(),
    housenumber: z.string().optional(),
    street: z.string().optional(),
    district: z.string().optional(),
    city: z.string().optional(),
    county: z.string().optional(),
    countrycode: z.string().optional(),
  }),
})
const Answer = z.object({ features: z.array(Feature) })

/** Counties and countries are not part of an address. */
const precisions: Readonly<Record<string, Precision>> = {
  house: 'house',
  street: 'street',
  locality: 'area',
  district: 'area',
  city: 'town',
}

const mostFound = '5'

/** A geocoder that the operator runs. */
export function createPhotonGeocoder(options: PhotonOptions): Geocoder {
  const { baseUrl, credit, country, bounds, languages, timeoutMs = 2_000 } = options
  const provider = createProvider('photon', options, logOutline)
  const bbox = [bounds.west, bounds.south, bounds.east, bounds.north].join()

  async function ask(operation: 'api' | 'reverse', query: Readonly<Record<string, string>>, language: string) {
    const lang = languages.includes(language) ? language : (languages[0] ?? 'default')
    const url = `${baseUrl}/${operation}?${new URLSearchParams({ ...query, lang })}`
    const answer = await provider.send({ operation, url, timeoutMs, schema: Answer })
    const { features } = demandValue(answer, `photon ${operation}`)
    return features
      .filter((feature) => isOfCountry(toLocation(feature), options))
      .map(addressOf)
      .filter((address) => address !== undefined)
  }

  return {
    credit,
    servesSearches: true,
    find: (address, language) =>
      ask('api', { q: inOneLine(address), bbox, countrycode: country, limit: mostFound }, language),
    async reverse({ lat, lng }, language) {
      const [first] = await ask('reverse', { lat: String(lat), lon: String(lng), radius: '1' }, language)
      return first && { label: first.label, precision: first.precision }
    },
  }
}

type Feature = z.infer<typeof Feature>

function toLocation({ geometry: { coordinates }, properties }: Feature) {
  const [lng, lat] = coordinates
  return { lat, lng, countryCode: properties.countrycode }
}

function addressOf({ geometry: { coordinates }, properties }: Feature): FoundAddress | undefined {
  const { type = '', name, housenumber, street, district, city, county } = properties
  const precision = precisions[type]
  if (precision === undefined) return undefined
  const [lng, lat] = coordinates
  const client = housenumber === undefined ? street : formatAddressLabel([`${housenumber} ${street ?? ''}`])
  return {
    label: formatAddressLabel([name, client, district, city ?? (name === undefined ? county : undefined)]),
    lat,
    lng,
    // A result with a name and without a number is a landmark, which is near the home.
    precision: precision === 'house' && housenumber === undefined ? 'street' : precision,
  }
}
