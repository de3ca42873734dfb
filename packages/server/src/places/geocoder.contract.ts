import { describe, expect, it } from 'vitest'
import type { TimeoutName } from '../common/timeouts.contract.ts'
import type { Geocoder, Precision } from './addresses.ts'

/** Describes the contract of every geocoder of the first market's country. */
export function describeGeocoder(name: string, open: () => Promise<Geocoder>): void {
  describe(`${name} as a geocoder`, () => {
    it.each([
      ['Lilongwe', -13.97, 33.79],
      ['Mzuzu', -11.47, 34.02],
      ['Nkhata Bay', -11.61, 34.29],
    ])('finds the town %s, and reports that precision', async (city, lat, lng) => {
      const [first] = await (await open()).find({ city }, 'en')
      expect(first?.label).toContain(city)
      expect(first).toMatchObject({ precision: 'town' })
      expect(first?.lat).toBeCloseTo(lat, 1)
      expect(first?.lng).toBeCloseTo(lng, 1)
    })

    it('finds nothing for an unknown place', async () => {
      expect(await (await open()).find({ city: 'qwertyuiop' }, 'en')).toEqual([])
      expect(await (await open()).find({ street1: 'qwertyuiop', city: 'asdfghjkl' }, 'en')).toEqual([])
    })

    it('finds a part of a town, ignoring accents and capitals', async () => {
      const [first] = await (await open()).find({ street1: 'ÁREA 25', city: 'lilongwe' }, 'en')
      expect(first?.label).toBe('Area 25, Lilongwe')
    })

    it('names the place of a point', async () => {
      const name = await (await open()).reverse({ lat: -13.531, lng: 33.7393 }, 'en')
      expect(name?.label).toContain('Mponela')
    })

    it('answers in the requested language', async () => {
      for (const language of ['en', 'sw', 'fr'])
        expect((await (await open()).find({ city: 'Zomba' }, language))[0]).toMatchObject({ label: 'Zomba' })
    })
  })
}

export interface AddressFixture {
  readonly geocoder: Geocoder
  /** Makes the service return results abroad too. */
  overlookBorders(): Promise<unknown>
  sendEverybodyAway(): Promise<unknown>
  /** Injects a fault into the next request. */
  injectFault(kind: 'hang_before' | 'error_before' | 'html_before' | 'garbage_after'): Promise<unknown>
}

const home = { street1: 'Victoria Avenue', city: 'Blantyre' }

/** Describes the contract of every service with streets. */
export function describeAddressGeocoder(name: string, open: (timeout: TimeoutName) => Promise<AddressFixture>): void {
  describe(`${name} as a geocoder with streets`, () => {
    const cases: [string, string, Precision, string][] = [
      ['Victoria Avenue', 'Blantyre', 'street', 'Victoria Avenue, Blantyre'],
      ['24 Glyn Jones Road', 'Blantyre', 'house', '24 Glyn Jones Road, Blantyre'],
      ['Clock Tower', 'Blantyre', 'street', 'Clock Tower, Blantyre'],
      ['Station Road', 'Lilongwe', 'street', 'Station Road, Lilongwe'],
      ['Area 25', 'Lilongwe', 'area', 'Area 25, Lilongwe'],
    ]
    it.each(cases)('finds %s in %s with its precision: %s', async (street1, city, precision, label) => {
      const { geocoder } = await open('usual')
      const [first] = await geocoder.find({ street1, city }, 'en')
      expect(first).toMatchObject({ label, precision })
    })

    it('names a point by its street', async () => {
      const { geocoder } = await open('usual')
      expect(await geocoder.reverse({ lat: -15.7863, lng: 35.0063 }, 'en')).toEqual({
        label: 'Victoria Avenue, Blantyre',
        precision: 'street',
      })
    })

    it('has no name for an empty point', async () => {
      const { geocoder } = await open('usual')
      expect(await geocoder.reverse({ lat: -12.5, lng: 34.6 }, 'en')).toBeUndefined()
    })

    it('returns no results abroad, although the service does', async () => {
      const { geocoder, overlookBorders } = await open('usual')
      await overlookBorders()
      const found = await geocoder.find(home, 'en')
      expect(found.length).toBeGreaterThan(0)
      for (const { lat } of found) expect(lat).toBeLessThan(0)
      expect(await geocoder.reverse({ lat: 55.7967, lng: -4.0977 }, 'en')).toBeUndefined()
    })

    it('returns the attribution of its answers', async () => {
      expect((await open('usual')).geocoder.credit).toMatch(/©/)
    })

    it('fails when the service refuses all requests', async () => {
      const { geocoder, sendEverybodyAway } = await open('usual')
      await sendEverybodyAway()
      await expect(geocoder.find(home, 'en')).rejects.toMatchObject({ code: 'provider_unreachable' })
    })

    it.each([
      ['hang_before', 'provider_unreachable'],
      ['error_before', 'provider_unreachable'],
      ['html_before', 'provider_unreachable'],
      ['garbage_after', 'provider_broke_contract'],
    ] as const)('fails when the service does: %s', async (kind, code) => {
      const { geocoder, injectFault } = await open('short')
      await injectFault(kind)
      await expect(geocoder.find(home, 'en')).rejects.toMatchObject({ code })
    })
  })
}
