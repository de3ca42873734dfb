import path from 'node:path'
import { PortalError } from '@nyanja/domain/errors'
import { describe, expect, it } from 'vitest'
import { createEmbeddedGazetteer, createGazetteerGeocoder } from '../adapters/embedded-gazetteer/embedded-gazetteer.ts'
import { createPlaceFiles } from '../adapters/place-files/place-files.ts'
import { constantLimit } from '../db/rate-limits/test-limits.ts'
import {
  Addresses,
  type AddressesOptions,
  type FoundAddress,
  type Geocoder,
  type SoughtAddress,
  type Spot,
} from './addresses.ts'
import { describeGeocoder } from './geocoder.contract.ts'

async function gazetteerOf(market: string) {
  const folder = path.join(import.meta.dirname, '../../../../apps/portal/places', market)
  const files = createPlaceFiles({ folder, phoneDigits: 9, translations: ['sw'] })
  const [districts, towns] = await Promise.all([files.read('districts'), files.read('towns')])
  const known = { districts: districts.rows.map(({ row }) => row), towns: towns.rows.map(({ row }) => row) }
  return createEmbeddedGazetteer(() => known)
}

describeGeocoder('the embedded gazetteer', async () => createGazetteerGeocoder(await gazetteerOf('mw')))

/** A street in Blantyre. */
const street: FoundAddress = { label: 'Victoria Avenue, Blantyre', lat: -15.7862, lng: 35.0062, precision: 'street' }
const here = { lat: -13.531, lng: 33.7393 }
const home = { street1: 'Victoria Avenue 12', landmark: 'beside the old mill', city: 'Blantyre' }

const bounds = { south: -17.135, west: 32.665, north: -9.381, east: 35.905 }
const visitor = '41.70.1.1'

async function addressesWith(options: Partial<AddressesOptions> = {}) {
  const gazetteer = await gazetteerOf('mw')
  const ownGeocoder = createGazetteerGeocoder(gazetteer)
  return new Addresses({
    geocoder: ownGeocoder,
    ownGeocoder,
    gazetteer,
    bounds,
    limits: { home: constantLimit(), pin: constantLimit(), search: constantLimit() },
    ...options,
  })
}

/** A fake geocoder that returns `answer` and records its requests. */
async function householdsOf(
  answer: (sought: SoughtAddress) => readonly FoundAddress[],
  options: Partial<AddressesOptions> = {},
) {
  const requested: (SoughtAddress | Spot)[] = []
  const geocoder: Geocoder = {
    credit: '© Somebody',
    servesSearches: true,
    find: async (sought) => {
      requested.push(sought)
      return answer(sought)
    },
    reverse: async (spot) => {
      requested.push(spot)
      return { label: street.label, precision: street.precision }
    },
  }
  return { requested, addresses: await addressesWith({ geocoder, ...options }) }
}

const unreachable = () => {
  throw new PortalError('provider_unreachable', 'no answer')
}

describe('the place of an address', () => {
  it('is found by all of its parts', async () => {
    const { addresses, requested } = await householdsOf(() => [street])
    expect(await addresses.locate(home, 'en', visitor)).toEqual({
      ...street,
      outcome: 'located',
      by: 'landmark',
      credit: '© Somebody',
    })
    expect(requested).toEqual([home])
  })

  it('is found without a landmark that the service does not know', async () => {
    const { addresses } = await householdsOf(({ landmark }) => (landmark === undefined ? [street] : []))
    expect(await addresses.locate(home, 'en', visitor)).toMatchObject({
      outcome: 'located',
      by: 'address',
      precision: 'street',
    })
  })

  it('is searched once where there is no landmark', async () => {
    const { addresses, requested } = await householdsOf(() => [street])
    expect(await addresses.locate({ ...home, landmark: ' ' }, 'en', visitor)).toMatchObject({ by: 'address' })
    expect(requested).toEqual([{ street1: home.street1, city: home.city }])
  })

  it('is its town when the street is unknown', async () => {
    const { addresses } = await householdsOf(() => [])
    const found = await addresses.locate(home, 'en', visitor)
    expect(found).toMatchObject({ outcome: 'located', by: 'town', label: 'Blantyre', precision: 'town', credit: '' })
  })

  it('is searched further while only its town was found', async () => {
    const town: FoundAddress = { label: 'Blantyre, Southern', lat: -15.78, lng: 35, precision: 'town' }
    const { addresses } = await householdsOf(({ landmark }) => (landmark === undefined ? [street] : [town]))
    expect(await addresses.locate(home, 'en', visitor)).toMatchObject({ by: 'address', label: street.label })
    const { addresses: rough } = await householdsOf(() => [town])
    expect(await rough.locate(home, 'en', visitor)).toMatchObject({ by: 'town', ...town, credit: '© Somebody' })
  })

  it('is not a street of the same name in another town', async () => {
    const elsewhere: FoundAddress = { ...street, label: 'Victoria Avenue, Mzuzu', lat: -11.46, lng: 34.02 }
    const { addresses } = await householdsOf(() => [elsewhere, street])
    expect(await addresses.locate(home, 'en', visitor)).toMatchObject({ label: street.label })
    const { addresses: onlyThere } = await householdsOf(() => [elsewhere])
    expect(await onlyThere.locate(home, 'en', visitor)).toMatchObject({ by: 'town', label: 'Blantyre' })
  })

  it('is its town when the geocoder is silent, which is called only once', async () => {
    const { addresses, requested } = await householdsOf(unreachable)
    expect(await addresses.locate(home, 'en', visitor)).toMatchObject({
      outcome: 'located',
      by: 'town',
      label: 'Blantyre',
    })
    expect(requested).toHaveLength(1)
  })

  it('is set by hand when not even the town is known', async () => {
    const { addresses } = await householdsOf(unreachable)
    expect(await addresses.locate({ ...home, city: 'qwertyuiop' }, 'en', visitor)).toEqual({ outcome: 'not_located' })
  })

  it('is in a named part of the town', async () => {
    const addresses = await addressesWith()
    const found = await addresses.locate({ street1: 'Plot 12, Area 25', city: 'Lilongwe' }, 'en', visitor)
    expect(found).toMatchObject({ by: 'town', label: 'Area 25, Lilongwe', precision: 'town' })
    const other = await addresses.locate({ street1: 'Plot 12, Area 252', city: 'Lilongwe' }, 'en', visitor)
    expect(other).toMatchObject({ label: 'Lilongwe' })
  })

  it('has a name where one is known', async () => {
    const addresses = await addressesWith()
    expect(await addresses.nameOf(here, 'en', visitor)).toEqual({ label: 'Mponela, Dowa', precision: 'town' })
    const silent: Geocoder = { credit: '', servesSearches: true, find: async () => [], reverse: unreachable }
    expect(await (await addressesWith({ geocoder: silent })).nameOf(here, 'en', visitor)).toBeUndefined()
  })

  it('fails for a bug of the portal', async () => {
    const { addresses } = await householdsOf(() => {
      throw new TypeError('a bug')
    })
    await expect(addresses.locate(home, 'en', visitor)).rejects.toThrow('a bug')
  })
})

describe('a place that a visitor searches', () => {
  const options = { limit: 5, language: 'en' }

  it("is one of the operator's own places if possible, without an external request", async () => {
    const { addresses, requested } = await householdsOf(() => [street])
    const { places, credit } = await addresses.search('blantire', options, visitor)
    expect([places[0]?.label, credit, requested]).toEqual(['Blantyre', '', []])
  })

  it('is a street, with the attribution of its map', async () => {
    const { addresses, requested } = await householdsOf(() => [street, street])
    const found = await addresses.search('Victoria Avenue, Blantyre', { ...options, limit: 1 }, visitor)
    expect(found).toEqual({ places: [street], credit: '© Somebody', isShort: false })
    expect(requested).toEqual([{ city: 'Victoria Avenue, Blantyre' }])
  })

  it('is not found when no source knows it or answers', async () => {
    const nowhere = { places: [], credit: '', isShort: false }
    expect(await (await householdsOf(() => [])).addresses.search('qwertyuiop', options, visitor)).toEqual(nowhere)
    expect(await (await householdsOf(unreachable)).addresses.search('qwertyuiop', options, visitor)).toEqual({
      ...nowhere,
      isShort: true,
    })
  })

  it('is not requested from a service that does not support searches', async () => {
    const strict: Geocoder = { credit: '', servesSearches: false, find: unreachable, reverse: unreachable }
    const addresses = await addressesWith({ geocoder: strict })
    const nothing = { places: [], credit: '', isShort: false }
    expect(await addresses.search('Victoria Avenue', options, visitor)).toEqual(nothing)
  })
})

describe('an external map', () => {
  const nowhere = { lat: 48.85, lng: 2.35 }

  it('gets no request for a point abroad, which is not counted either', async () => {
    const counted: string[] = []
    const pin = constantLimit((clientIp) => counted.push(clientIp) > 0)
    const { addresses, requested } = await householdsOf(() => [street], { limits: { home: pin, pin, search: pin } })
    expect(await addresses.nameOf(nowhere, 'en', visitor)).toBeUndefined()
    expect([requested, counted]).toEqual([[], []])
  })

  it('gets a request for a point in the country', async () => {
    const { addresses, requested } = await householdsOf(() => [street])
    expect(await addresses.nameOf(here, 'en', visitor)).toEqual({ label: street.label, precision: street.precision })
    expect(requested).toEqual([here])
  })

  it("gets no request from an address beyond a human's pace, which the portal's own tables answer", async () => {
    const limit = constantLimit((clientIp) => clientIp !== visitor)
    const { addresses, requested } = await householdsOf(() => [street], {
      limits: { home: limit, pin: limit, search: limit },
    })
    expect(await addresses.nameOf(here, 'en', visitor)).toEqual({ label: 'Mponela, Dowa', precision: 'town' })
    const part = await addresses.locate({ street1: 'Plot 12, Area 25', city: 'Lilongwe' }, 'en', visitor)
    expect(part).toMatchObject({ label: 'Area 25, Lilongwe', by: 'town', credit: '' })
    const found = await addresses.search('Victoria Avenue', { limit: 5, language: 'en' }, visitor)
    // The result must not be returned to another visitor from a cache.
    expect(found).toEqual({ places: [], credit: '', isShort: true })
    expect(requested).toEqual([])
    expect(await addresses.nameOf(here, 'en', '41.70.1.2')).toMatchObject({ label: street.label })
  })

  it('gets requests for homes at any time, however many pins and searches there were', async () => {
    const { addresses } = await householdsOf(() => [street], {
      limits: { home: constantLimit(), pin: constantLimit(false), search: constantLimit(false) },
    })
    expect(await addresses.locate(home, 'en', visitor)).toMatchObject({ by: 'landmark', label: street.label })
  })
})
