import { PortalError } from '@nyanja/domain/errors'
import { distanceKm } from '@nyanja/domain/places/map-cell'
import type { RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { type Bounds, isInside } from './check-places.ts'
import { type FoundPlace, type Gazetteer, pointOf, type SearchOptions } from './gazetteer.ts'

/** An address as typed. */
interface HouseholdAddress extends SoughtAddress {
  readonly street1: string
}

/** The part of the address that was found (`by`), with its point. */
type Located =
  | (FoundAddress & {
      readonly outcome: 'located'
      readonly by: 'landmark' | 'address' | 'town'
      readonly credit: string
    })
  /** Not even the town is known: the map opens at the country. */
  | { readonly outcome: 'not_located' }

interface FoundByText {
  readonly places: readonly (Spot & Pick<FoundPlace, 'label' | 'partOf'>)[]
  /** The attribution of the results, empty for the operator's own. */
  readonly credit: string
  /** Whether another visitor might get more results a moment later. */
  readonly isShort: boolean
}

/** Limits the requests to an external geocoder that visitors can cause. */
type MapQuestion = 'home' | 'pin' | 'search'

export interface AddressesOptions {
  readonly geocoder: Geocoder
  /** The geocoder of the portal's own tables, which costs nothing and answers callers beyond a human's pace. */
  readonly ownGeocoder: Geocoder
  /** The names of the operator's own towns, known even while other services are silent. */
  readonly gazetteer: Gazetteer
  /** The bounds of the country: points outside are not looked up. */
  readonly bounds: Bounds
  /** Each kind of request has its own policy, so that exploring the map never prevents an address search. */
  readonly limits: Readonly<Record<MapQuestion, RateLimit>>
}

/** A street result further away than this belongs to another town with the same name. */
const furthestKm = 60

/** Finds the places of homes. */
export class Addresses {
  readonly #options: AddressesOptions

  constructor(options: AddressesOptions) {
    this.#options = options
  }

  /**
   * Locates the full address, then the one without the landmark, then the town alone. It never fails: a silent geocoder
   * counts as no result.
   */
  async locate(address: HouseholdAddress, language: string, clientIp: string): Promise<Located> {
    const geocoder = await this.#geocoderFor('home', clientIp)
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

  /** Lists places that match a search: the portal's own first, otherwise those of a service that supports searches. */
  async search(text: string, options: SearchOptions, clientIp: string): Promise<FoundByText> {
    const { gazetteer, geocoder, limits } = this.#options
    const places = await gazetteer.search(text, options)
    if (places.length > 0 || !geocoder.servesSearches) return { places, credit: '', isShort: false }
    const isWithin = await limits.search.isWithin({ clientIp })
    const found = !isWithin ? undefined : await unlessSilent(() => geocoder.find({ city: text }, options.language))
    if (found === undefined) return { places: [], credit: '', isShort: true }
    return {
      places: found.slice(0, options.limit),
      credit: found.length === 0 ? '' : geocoder.credit,
      isShort: false,
    }
  }

  /** Finds the name of a point in the country. */
  async nameOf(point: Spot, language: string, clientIp: string): Promise<PointName | undefined> {
    if (!isInside(pointOf(point), this.#options.bounds)) return undefined
    const geocoder = await this.#geocoderFor('pin', clientIp)
    return unlessSilent(() => geocoder.reverse(point, language))
  }

  /** The attribution of the names and places of `nameOf`. */
  get credit(): string {
    return this.#options.geocoder.credit
  }

  async #townOf({ city }: SoughtAddress, language: string): Promise<FoundAddress | undefined> {
    const [first] = await this.#options.gazetteer.search(city, { limit: 1, language })
    if (first === undefined || first.kind === 'region') return undefined
    const { label, lat, lng } = first
    return { label, lat, lng, precision: 'town' }
  }

  async #geocoderFor(question: MapQuestion, clientIp: string): Promise<Geocoder> {
    const { geocoder, ownGeocoder, limits } = this.#options
    return (await limits[question].isWithin({ clientIp })) ? geocoder : ownGeocoder
  }
}

function triesFor({ street1, landmark = '', city }: HouseholdAddress) {
  return [
    ...(landmark.trim() === '' ? [] : [{ by: 'landmark' as const, sought: { street1, landmark, city } }]),
    { by: 'address' as const, sought: { street1, city } },
    { by: 'town' as const, sought: { city } },
  ]
}

/** A pin can be placed by hand, so no visitor waits for an external map. */
async function unlessSilent<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PortalError) return undefined
    throw error
  }
}

/** The precision of a point. */
export type Precision = 'house' | 'street' | 'area' | 'town'

/** The north latitude and east longitude, in degrees. */
export interface Spot {
  readonly lat: number
  readonly lng: number
}

/** The address to search, or the parts of it that are used. */
export interface SoughtAddress {
  readonly street1?: string
  readonly landmark?: string
  readonly city: string
}

export interface FoundAddress extends Spot {
  /** The name, such as `Victoria Avenue, Blantyre`. */
  readonly label: string
  readonly precision: Precision
}

/** The name of a point, and its precision. */
type PointName = Pick<FoundAddress, 'label' | 'precision'>

/**
 * Finds addresses of the country, and the address of a point. Every implementation passes `geocoder.contract.ts`. An
 * unknown address is a result; only a broken or silent geocoder throws.
 */
export interface Geocoder {
  /** The attribution that must be shown with its results; empty where they are the operator's own. */
  readonly credit: string
  /** Whether it may be called for each search of a visitor, and not only for the address of a home. */
  readonly servesSearches: boolean
  /** Finds places with the best match first, and none abroad. */
  find(address: SoughtAddress, language: string): Promise<readonly FoundAddress[]>
  reverse(point: Spot, language: string): Promise<PointName | undefined>
}

interface CallSlotRequest {
  readonly at: number
  readonly everyMs: number
  /** The time beyond which the caller does not wait. */
  readonly latest: number
}

/** Serialises calls to a rate-limited service, for all processes together. */
export interface CallSlots {
  /** Returns when the caller may call, in epoch milliseconds: undefined where that would be too late. */
  book(what: string, request: CallSlotRequest): Promise<number | undefined>
}
