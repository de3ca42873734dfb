import { searchable } from '@nyanja/domain/places/name-search'
import { day } from '@nyanja/domain/time'
import { createMemory } from '../common/cache.ts'
import type { Geocoder, SoughtAddress, Spot } from '../places/geocoder.ts'

const entries = 1000

/** Asks nothing twice within a day, and once for all who ask the same at the same time. */
export function createRememberedGeocoder(geocoder: Geocoder, now: () => number): Geocoder {
  const memory = { ms: day, entries, now }
  const found = createMemory<Awaited<ReturnType<Geocoder['find']>>>(memory)
  const names = createMemory<Awaited<ReturnType<Geocoder['reverse']>>>(memory)
  return {
    credit: geocoder.credit,
    servesSearches: geocoder.servesSearches,
    find: (address, language) => found(`${language} ${keyOf(address)}`, () => geocoder.find(address, language)),
    reverse: (spot, language) => names(`${language} ${roughly(spot)}`, () => geocoder.reverse(spot, language)),
  }
}

const keyOf = ({ street1 = '', landmark = '', city }: SoughtAddress) =>
  [landmark, street1, city].map((part) => searchable(part)).join('|')

/** Points ten metres apart have one name. */
const roughly = ({ lat, lng }: Spot) => `${lat.toFixed(4)},${lng.toFixed(4)}`
