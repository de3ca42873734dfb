import { distanceKm } from '@nyanja/domain/places/map-cell'
import { expect, it } from 'vitest'
import type { Shop } from '../../places/place-source.ts'
import { describeOnEachEngine } from '../test-database.ts'
import { createPlaceStore } from './place-store.ts'
import { createShopStore } from './shop-store.ts'

const shopAt = (id: string, latitude: number, longitude: number, changes: Partial<Shop> = {}): Shop => ({
  ...{ id, latitude, longitude, kind: 'own', name: `Shop ${id}`, address: 'Main Road', town: 'T', district: 'D' },
  ...{ phone: '999000101', hours: [[], [], [], [], [], [], []], services: [] },
  ...changes,
})

/** Generates shops with a fixed seed. */
function scattered(count: number): Shop[] {
  let seed = 7
  const next = () => {
    seed = (seed * 48271) % 2147483647
    return seed / 2147483647
  }
  return Array.from({ length: count }, (_, at) => {
    // Half of the shops are in one town, which is realistic.
    const spread = at % 2 === 0 ? 0.2 : 6
    return shopAt(`s${at}`, -13.9 + (next() - 0.5) * spread, 33.8 + (next() - 0.5) * (spread / 2), {
      kind: at % 5 === 0 ? 'dealer' : 'own',
    })
  })
}

describeOnEachEngine('the shops of a database', (open) => {
  async function storeWith(shops: readonly Shop[]) {
    const { db } = await open()
    await createPlaceStore(db, () => 0).keep('shops', shops, '1')
    return createShopStore(db)
  }

  it('are found nearest first, with exact distances', async () => {
    const shops = scattered(3000)
    const store = await storeWith(shops)
    for (const [latitude, longitude] of [
      [-13.9, 33.8],
      [-13.95, 33.86],
      [-13.79, 33.71],
      [-15.9, 34.9],
      [-11.2, 32.9],
      [-13.0, 33.75],
    ] as const) {
      const point = { latitude, longitude }
      const own = shops.filter(({ kind }) => kind === 'own')
      const distances = own.map((shop) => distanceKm(point, shop)).sort((one, other) => one - other)
      const found = await store.nearest({ point, kind: 'own', radiusKm: 300, limit: 20 })
      expect(found.map((shop) => shop.distanceKm)).toEqual(
        distances.slice(0, 20).map((distance) => expect.closeTo(distance, 3)),
      )
    }
  })

  it('exclude other kinds, and shops beyond the radius', async () => {
    const store = await storeWith([
      shopAt('near', -13.91, 33.8),
      shopAt('far', -13.5, 33.8),
      shopAt('dealer', -13.9, 33.8, { kind: 'dealer' }),
    ])
    const near = async (radiusKm: number, kind: 'own' | 'dealer' = 'own') => {
      const found = await store.nearest({ point: { latitude: -13.9, longitude: 33.8 }, kind, radiusKm, limit: 20 })
      return found.map(({ id }) => id)
    }
    expect(await near(10)).toEqual(['near'])
    expect(await near(100)).toEqual(['near', 'far'])
    expect(await near(100, 'dealer')).toEqual(['dealer'])
    expect(await near(0.1)).toEqual([])
  })

  it('are limited to the requested number, also when many share one place', async () => {
    const store = await storeWith(Array.from({ length: 60 }, (_, at) => shopAt(`s${at}`, -13.9, 33.8)))
    const point = { latitude: -13.9, longitude: 33.8 }
    expect(await store.nearest({ point, kind: 'own', radiusKm: 1, limit: 20 })).toHaveLength(20)
  })

  it("are found without the visitor's position in a statement's text", async () => {
    const { db } = await open()
    const texts: string[] = []
    const noting = db.withPlugin({
      transformQuery({ node, queryId }) {
        texts.push(db.getExecutor().compileQuery(node, queryId).sql)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const point = { latitude: -13.9123, longitude: 33.8456 }
    await createShopStore(noting).nearest({ point, kind: 'own', radiusKm: 10, limit: 20 })
    expect(texts.join()).toContain('from "shops"')
    for (const text of texts) expect(text).not.toMatch(/139|338/)
  })

  it('are found by a prefix of their name', async () => {
    const store = await storeWith([
      shopAt('a', -13, 34, { name: 'Élite Phones - Zomba' }),
      shopAt('b', -13, 34, { name: 'City Centre - Lilongwe' }),
      shopAt('c', -13, 34, { name: 'City Lights', kind: 'dealer' }),
    ])
    const named = async (words: string) => (await store.named({ words, kind: 'own', limit: 5 })).map(({ id }) => id)
    expect(await named('city')).toEqual(['b'])
    expect(await named('elite ph')).toEqual(['a'])
    expect(await named('centre')).toEqual([])
    expect(await named('%')).toEqual([])
  })

  it('are found by a prefix of their name in the second language too', async () => {
    const store = await storeWith([
      shopAt('a', -13, 34, { name: 'City Centre', translations: { sw: { name: 'Katikati ya Jiji' } } }),
      shopAt('b', -13, 34, { name: 'Katikati', translations: { sw: { name: 'Katikati' } } }),
      shopAt('c', -13, 34, { name: 'Market', translations: { sw: { address: 'Karibu na soko' } } }),
    ])
    const named = async (words: string) => (await store.named({ words, kind: 'own', limit: 5 })).map(({ id }) => id)
    expect(await named('katikati ya')).toEqual(['a'])
    expect(await named('katikati')).toEqual(['b', 'a'])
    expect(await named('city')).toEqual(['a'])
    expect(await named('karibu')).toEqual([])
  })

  it("contain everything from the operator's table", async () => {
    const shop = shopAt('s1', -13.9603, 33.7821, {
      hours: [[{ from: 480, to: 1020 }], [], [], [], [], [], [{ from: 0, to: 1440 }]],
      services: ['sim-swap', 'devices'],
      translations: { sw: { name: 'Katikati ya Jiji', address: 'Mkabala na posta' } },
    })
    const store = await storeWith([shop])
    expect(await store.shop('s1')).toEqual(shop)
    expect(await store.shop('s2')).toBeUndefined()
  })
})
