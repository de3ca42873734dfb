import { describeOnEachEngine } from '@nyanja/server/db/test-database'
import { afterAll, describe, expect, it } from 'vitest'
import { shopsByCoordinates } from '../../../contract/shops.ts'
import { createTestApp } from '../../testing/test-app.ts'

const test = await createTestApp()
afterAll(() => test.close())

const ask = (query: string) => test.app.inject({ url: `/cms/maps/nyanjashopsbycoordinates?${query}` })
const inLilongwe = 'opco=MW&longitude=33.7873&latitude=-13.9669'

describe('GET /cms/maps/nyanjashopsbycoordinates', () => {
  it('lists the shops around a point, the nearest first', async () => {
    const response = await ask(`${inLilongwe}&distanceInKilometers=100`)
    expect(response.statusCode).toBe(200)
    const shops = shopsByCoordinates.answer.parse(response.json())
    expect(shops[0]).toEqual({
      shop: 'City Centre - Lilongwe',
      title: 'City Centre',
      phyLocation: 'Independence Drive, opposite the post office',
      phNumber: '+265999000101',
      location: { latitue: -13.9603, longitude: 33.7821 },
      distance: 0.9,
      selected: false,
      latitude: -13.9603,
      longitude: 33.7821,
    })
    const distances = shops.map(({ distance }) => distance)
    expect(distances).toEqual(distances.toSorted((one, other) => one - other))
    expect(distances.at(-1)).toBeLessThanOrEqual(100)
    expect(shops.length).toBeGreaterThan(5)
  })

  it('lists no dealers, and no shops beyond the distance', async () => {
    const shops = shopsByCoordinates.answer.parse((await ask(`${inLilongwe}&distanceInKilometers=4`)).json())
    expect(shops.map(({ title }) => title)).toEqual(['City Centre', 'Old Town'])
  })

  it('searches within a hundred kilometres unless the call says how far, and finds nothing in an empty area', async () => {
    expect((await ask(inLilongwe)).json()).toEqual((await ask(`${inLilongwe}&distanceInKilometers=100`)).json())
    expect((await ask('opco=MW&longitude=10&latitude=50')).json()).toEqual([])
  })

  it('is stored in no cache, since it reveals where the visitor is', async () => {
    expect((await ask(inLilongwe)).headers['cache-control']).toBe('no-store')
  })

  it.each([
    'longitude=33.7873&latitude=-13.9669',
    'opco=NG&longitude=33.7873&latitude=-13.9669',
    'opco=MW&longitude=33.7873',
    'opco=MW&longitude=east&latitude=-13.9669',
    'opco=MW&longitude=233&latitude=-13.9669',
    `${inLilongwe}&distanceInKilometers=0`,
    `${inLilongwe}&distanceInKilometers=1001`,
  ])('refuses the query %s', async (query) => {
    expect((await ask(query)).statusCode).toBe(400)
  })

  it("has the market's brand in its path", () => {
    expect(test.app.hasRoute({ method: 'GET', url: '/cms/maps/nyanjashopsbycoordinates' })).toBe(true)
  })
})

describeOnEachEngine('shops for a channel in Swahili', (open) => {
  it("shops are named in the market's language, and as in the first language where a translation is missing", async () => {
    const swahili = await createTestApp({}, 'mw', { ...(await open()), close: async () => {} })
    const inLanguage = async (lang: string) => {
      const url = `/cms/maps/nyanjashopsbycoordinates?${inLilongwe}&distanceInKilometers=100`
      const response = await swahili.app.inject({ url, headers: { lang } })
      expect(response.headers.vary).toContain('lang')
      return shopsByCoordinates.answer.parse(response.json())
    }
    const [first, ...others] = await inLanguage('sw')
    expect(first).toMatchObject({
      shop: 'Katikati ya Jiji - Lilongwe',
      title: 'Katikati ya Jiji',
      phyLocation: 'Barabara ya Independence, mkabala na posta',
    })
    expect(others.map(({ title }) => title)).toContain('Dedza Boma')
    expect((await inLanguage('en'))[0]?.title).toBe('City Centre')
    await swahili.close()
  })
})
