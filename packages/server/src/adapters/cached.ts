import { searchable } from '@nyanja/domain/places/name-search'
import { day } from '@nyanja/domain/time'
import { createMemory } from '../common/cache.ts'
import type { Geocoder, SoughtAddress, Spot } from '../places/addresses.ts'

export interface Kept<Value> {
  readonly value: Value
  /** The time after which the value is fetched again, in epoch milliseconds. */
  readonly goodUntil: number
}

export interface Cached<Value> {
  get(): Promise<Value>
  /** Fetches the value again at the next use, unless a newer one was fetched already. */
  forget(value: Value): void
}

/** Keeps one value while it is valid. Concurrent callers share one fetch. */
export function createCached<Value>(fetchValue: () => Promise<Kept<Value>>, now: () => number): Cached<Value> {
  let kept: Kept<Value> | undefined
  let underway: Promise<Value> | undefined

  async function refresh(): Promise<Value> {
    try {
      kept = await fetchValue()
      return kept.value
    } finally {
      underway = undefined
    }
  }

  return {
    async get() {
      if (kept !== undefined && now() < kept.goodUntil) return kept.value
      underway ??= refresh()
      return underway
    },
    forget(value) {
      if (kept?.value === value) kept = undefined
    },
  }
}

/** Replaces a refused value once, for calls that have no effect without a valid one. */
export async function replacingOnce<Value, Answer>(
  cached: Cached<Value>,
  transmit: (value: Value) => Promise<Answer>,
  isRefused: (answer: Answer) => boolean,
): Promise<Answer> {
  const first = await cached.get()
  const answer = await transmit(first)
  if (!isRefused(answer)) return answer
  cached.forget(first)
  return transmit(await cached.get())
}

const entries = 1000

/** Caches answers for a day and shares concurrent requests for the same key. */
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

/** Points within about ten metres share a name. */
const roughly = ({ lat, lng }: Spot) => `${lat.toFixed(4)},${lng.toFixed(4)}`
