import { describe, expect, it } from 'vitest'
import type { Geocoder } from './geocoder.ts'

/** Said once, true of every geocoder that knows the country of our first market. */
export function describeGeocoder(name: string, open: () => Promise<Geocoder>): void {
  describe(`${name} is a geocoder`, () => {
    it.each([
      ['Lilongwe', -13.97, 33.79],
      ['Mzuzu', -11.47, 34.02],
      ['Nkhata Bay', -11.61, 34.3],
    ])('finds the town %s, and says that it found no more', async (city, lat, lng) => {
      const [first] = await (await open()).find({ city }, 'en')
      expect(first?.label).toContain(city)
      expect(first).toMatchObject({ precision: 'town' })
      expect(first?.lat).toBeCloseTo(lat, 1)
      expect(first?.lng).toBeCloseTo(lng, 1)
    })

    it('finds nothing for what is nowhere', async () => {
      expect(await (await open()).find({ city: 'qwertyuiop' }, 'en')).toEqual([])
      expect(await (await open()).find({ street1: 'qwertyuiop', city: 'asdfghjkl' }, 'en')).toEqual([])
    })

    it('says in words where a point is', async () => {
      const name = await (await open()).reverse({ lat: -13.531, lng: 33.7393 }, 'en')
      expect(name?.label).toContain('Mponela')
    })
  })
}
