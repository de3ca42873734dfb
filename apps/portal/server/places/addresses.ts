import { distanceKm } from '@nyanja/domain/distance'
import { PortalError } from '../errors.ts'
import { type Gazetteer, pointOf, type SearchOptions } from './gazetteer.ts'
import type { FoundAddress, Geocoder, PointName, SoughtAddress, Spot } from './geocoder.ts'

/** As a household says it. */
export interface HouseholdAddress extends SoughtAddress {
  readonly street1: string
}

/** `by`: how much of the address led there. */
export type Located =
  | (FoundAddress & {
      readonly outcome: 'located'
      readonly by: 'landmark' | 'address' | 'town'
      readonly credit: string
    })
  /** Not even its town is known: the map opens at the country. */
  | { readonly outcome: 'not_located' }

export interface FoundByWords {
  readonly places: readonly (Spot & { readonly label: string })[]
  /** Whose these are; empty for our own. */
  readonly credit: string
}

export interface AddressesOptions {
  readonly geocoder: Geocoder
  /** Knows the operator's own towns, whoever else is silent. */
  readonly gazetteer: Gazetteer
}

/** What calls itself a street of a town and lies further away is of a namesake. */
const furthestKm = 60

/** Where households are. */
export class Addresses {
  readonly #geocoder: Geocoder
  readonly #gazetteer: Gazetteer

  constructor({ geocoder, gazetteer }: AddressesOptions) {
    this.#geocoder = geocoder
    this.#gazetteer = gazetteer
  }

  /** By all that was said, then without the landmark, then by the town alone. Never fails: a silent geocoder knows nothing. */
  async locate(address: HouseholdAddress, language: string): Promise<Located> {
    const town = await this.#townOf(address, language)
    let roughly: FoundAddress | undefined
    for (const { by, sought } of triesFor(address)) {
      const found = await this.#found(sought, language)
      if (found === undefined) break
      const near = found.filter((one) => town === undefined || distanceKm(pointOf(one), pointOf(town)) <= furthestKm)
      const exact = near.find(({ precision }) => precision !== 'town')
      if (exact !== undefined) return { outcome: 'located', by, ...exact, credit: this.#geocoder.credit }
      roughly ??= near[0]
    }
    if (roughly !== undefined) return { outcome: 'located', by: 'town', ...roughly, credit: this.#geocoder.credit }
    return town === undefined ? { outcome: 'not_located' } : { outcome: 'located', by: 'town', ...town, credit: '' }
  }

  /** Places that words may mean: our own, and only where we have none those of a service that serves searches. */
  async search(text: string, options: SearchOptions): Promise<FoundByWords> {
    const places = await this.#gazetteer.search(text, options)
    if (places.length > 0 || !this.#geocoder.servesSearches) return { places, credit: '' }
    const found = (await this.#found({ city: text }, options.language)) ?? []
    return { places: found.slice(0, options.limit), credit: found.length === 0 ? '' : this.#geocoder.credit }
  }

  /** What people would call a point. */
  async nameOf(point: Spot, language: string): Promise<PointName | undefined> {
    return unlessSilent(() => this.#geocoder.reverse(point, language))
  }

  /** Whose names and places those of `nameOf` are. */
  get credit(): string {
    return this.#geocoder.credit
  }

  async #townOf({ city }: SoughtAddress, language: string): Promise<FoundAddress | undefined> {
    const [first] = await this.#gazetteer.search(city, { limit: 1, language })
    if (first === undefined || first.kind === 'region') return undefined
    const { label, lat, lng } = first
    return { label, lat, lng, precision: 'town' }
  }

  #found(sought: SoughtAddress, language: string): Promise<readonly FoundAddress[] | undefined> {
    return unlessSilent(() => this.#geocoder.find(sought, language))
  }
}

function triesFor({ street1, landmark = '', city }: HouseholdAddress) {
  return [
    ...(landmark.trim() === '' ? [] : [{ by: 'landmark' as const, sought: { street1, landmark, city } }]),
    { by: 'address' as const, sought: { street1, city } },
    { by: 'town' as const, sought: { city } },
  ]
}

/** A pin can be set by hand, so nobody is held up by a map of somebody else's. */
async function unlessSilent<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PortalError) return undefined
    throw error
  }
}
