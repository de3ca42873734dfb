import { distanceKm } from '@nyanja/domain/places/map-cell'
import type { RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { PortalError } from '../common/errors.ts'
import { type Bounds, isInside } from './check-places.ts'
import { type FoundPlace, type Gazetteer, pointOf, type SearchOptions } from './gazetteer.ts'

/** As a household says it. */
interface HouseholdAddress extends SoughtAddress {
  readonly street1: string
}

/** `by`: how much of the address led there. */
type Located =
  | (FoundAddress & {
      readonly outcome: 'located'
      readonly by: 'landmark' | 'address' | 'town'
      readonly credit: string
    })
  /** Not even its town is known: the map opens at the country. */
  | { readonly outcome: 'not_located' }

interface FoundByText {
  readonly places: readonly (Spot & Pick<FoundPlace, 'label' | 'partOf'>)[]
  /** Whose these are; empty for our own. */
  readonly credit: string
  /** Whether somebody else, a moment later, would be told more. */
  readonly isShort: boolean
}

/** What strangers may have us ask somebody's map. */
type MapQuestion = 'home' | 'pin' | 'search'

export interface AddressesOptions {
  readonly geocoder: Geocoder
  /** Over our own tables, which cost nobody anything: answers whoever asks faster than people do. */
  readonly ownGeocoder: Geocoder
  /** Knows the operator's own towns, whoever else is silent. */
  readonly gazetteer: Gazetteer
  /** Of the country: nobody is asked what lies beyond them. */
  readonly bounds: Bounds
  /** Each kind of question by its own policy: a look about costs no visitor the place of his home. */
  readonly limits: Readonly<Record<MapQuestion, RateLimit>>
}

/** What calls itself a street of a town and lies further away is of a namesake. */
const furthestKm = 60

/** Where households are. */
export class Addresses {
  readonly #options: AddressesOptions

  constructor(options: AddressesOptions) {
    this.#options = options
  }

  /** By all that was said, then without the landmark, then by the town alone. Never fails: a silent geocoder knows nothing. */
  async locate(address: HouseholdAddress, language: string, from: string): Promise<Located> {
    const geocoder = await this.#geocoderFor('home', from)
    const town = await this.#townOf(address, language)
    let roughly: FoundAddress | undefined
    for (const { by, sought } of triesFor(address)) {
      const found = await unlessSilent(() => geocoder.find(sought, language))
      if (found === undefined) break
      const near = found.filter((one) => town === undefined || distanceKm(pointOf(one), pointOf(town)) <= furthestKm)
      const exact = near.find(({ precision }) => precision !== 'town')
      if (exact !== undefined) return { outcome: 'located', by, ...exact, credit: geocoder.credit }
      roughly ??= near[0]
    }
    if (roughly !== undefined) return { outcome: 'located', by: 'town', ...roughly, credit: geocoder.credit }
    return town === undefined ? { outcome: 'not_located' } : { outcome: 'located', by: 'town', ...town, credit: '' }
  }

  /** Places that words may mean: our own, and only where we have none those of a service that serves searches. */
  async search(text: string, options: SearchOptions, from: string): Promise<FoundByText> {
    const { gazetteer, geocoder, limits } = this.#options
    const places = await gazetteer.search(text, options)
    if (places.length > 0 || !geocoder.servesSearches) return { places, credit: '', isShort: false }
    const isWithin = await limits.search.isWithin({ address: from })
    const found = !isWithin ? undefined : await unlessSilent(() => geocoder.find({ city: text }, options.language))
    if (found === undefined) return { places: [], credit: '', isShort: true }
    return {
      places: found.slice(0, options.limit),
      credit: found.length === 0 ? '' : geocoder.credit,
      isShort: false,
    }
  }

  /** What people would call a point of the country. */
  async nameOf(point: Spot, language: string, from: string): Promise<PointName | undefined> {
    if (!isInside(pointOf(point), this.#options.bounds)) return undefined
    const geocoder = await this.#geocoderFor('pin', from)
    return unlessSilent(() => geocoder.reverse(point, language))
  }

  /** Whose names and places those of `nameOf` are. */
  get credit(): string {
    return this.#options.geocoder.credit
  }

  async #townOf({ city }: SoughtAddress, language: string): Promise<FoundAddress | undefined> {
    const [first] = await this.#options.gazetteer.search(city, { limit: 1, language })
    if (first === undefined || first.kind === 'region') return undefined
    const { label, lat, lng } = first
    return { label, lat, lng, precision: 'town' }
  }

  async #geocoderFor(question: MapQuestion, from: string): Promise<Geocoder> {
    const { geocoder, ownGeocoder, limits } = this.#options
    return (await limits[question].isWithin({ address: from })) ? geocoder : ownGeocoder
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

/** What a point is exact to. */
export type Precision = 'house' | 'street' | 'area' | 'town'

/** North latitude, east longitude, in degrees. */
export interface Spot {
  readonly lat: number
  readonly lng: number
}

/** An address, or as much of one as is looked for. */
export interface SoughtAddress {
  readonly street1?: string
  readonly landmark?: string
  readonly city: string
}

export interface FoundAddress extends Spot {
  /** `Victoria Avenue, Blantyre` */
  readonly label: string
  readonly precision: Precision
}

/** What a point is called, and how much of it that says. */
type PointName = Pick<FoundAddress, 'label' | 'precision'>

/**
 * Finds addresses of the country, and says which one a point has. Every implementation passes `geocoder.contract.ts`.
 * To know no such address is a result; only one that is broken or silent throws.
 */
export interface Geocoder {
  /** Whose answers they are, said wherever they are shown; empty where they are the operator's own. */
  readonly credit: string
  /** Whether it may be asked at each search of a visitor, and not only for the address of a household. */
  readonly servesSearches: boolean
  /** The likeliest first, and none abroad. */
  find(address: SoughtAddress, language: string): Promise<readonly FoundAddress[]>
  reverse(point: Spot, language: string): Promise<PointName | undefined>
}

interface CallSlotRequest {
  readonly at: number
  readonly everyMs: number
  /** The longest wait. */
  readonly latest: number
}

/** Serialises calls to a service that takes one at a time, for all processes together. */
export interface CallSlots {
  /** When the caller may begin, in epoch milliseconds; undefined where that would be too late. */
  book(what: string, request: CallSlotRequest): Promise<number | undefined>
}
