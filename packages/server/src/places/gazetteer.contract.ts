import { describe, expect, it } from 'vitest'
import type { Gazetteer } from './gazetteer.ts'

/** Describes the contract of every gazetteer of the first market's country. */
export function describeGazetteer(name: string, open: () => Promise<Gazetteer>): void {
  describe(`${name} as a gazetteer`, () => {
    const find = async (text: string, limit = 5) => (await open()).search(text, { limit, language: 'en' })

    it.each(['Lilongwe', 'lilongwe', ' LILONGWE ', 'Lílongwe'])(
      'finds a town by its name, written as %j',
      async (text) => {
        const [first] = await find(text)
        expect(first).toMatchObject({ label: 'Lilongwe', kind: 'town', district: 'Lilongwe' })
        expect(first?.lat).toBeCloseTo(-13.97, 1)
        expect(first?.lng).toBeCloseTo(33.79, 1)
      },
    )

    it('finds nothing for a text that is no place', async () => {
      expect(await find('qwertyuiop')).toEqual([])
      expect(await find(' ,- ')).toEqual([])
    })

    it('returns the most similar names for a text that is no place', async () => {
      const like = await (await open()).spelledLike('Blentyrra', { limit: 3, language: 'en' })
      expect(like[0]).toMatchObject({ label: 'Blantyre' })
      expect(like.length).toBeLessThanOrEqual(3)
      expect(await (await open()).spelledLike('', { limit: 3, language: 'en' })).toEqual([])
    })

    it('returns no more than the requested number', async () => {
      expect(await find('m', 3)).toHaveLength(3)
    })

    it('returns the town near a point', async () => {
      const near = await (await open()).nearest({ lat: -13.52, lng: 33.75 })
      expect(near).toMatchObject({ town: 'Mponela', district: 'Dowa' })
      expect(near?.distanceKm).toBeLessThan(5)
    })
  })
}
