import { searchable } from '@nyanja/domain/places/name-search'
import type { Geocoder, SoughtAddress, Spot } from '../places/geocoder.ts'
import { createLatest } from './latest.ts'

const dayMs = 24 * 3600 * 1000
const mostKept = 1000

/** Asks nothing twice within a day, and once for all who ask the same at the same time. */
export function createRememberedGeocoder(geocoder: Geocoder, now: () => number): Geocoder {
  const found = createMemory<Awaited<ReturnType<Geocoder['find']>>>(now)
  const names = createMemory<Awaited<ReturnType<Geocoder['reverse']>>>(now)
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

function createMemory<Answer>(now: () => number) {
  const kept = createLatest<{ readonly answer: Promise<Answer>; readonly until: number }>(mostKept)

  return (key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const known = kept.find(key)
    if (known !== undefined && now() < known.until) return known.answer
    const answer = ask()
    const entry = { answer, until: now() + dayMs }
    kept.keep(key, entry)
    // What failed is asked again by the next one.
    answer.catch(() => {
      if (kept.find(key) === entry) kept.forget(key)
    })
    return answer
  }
}
