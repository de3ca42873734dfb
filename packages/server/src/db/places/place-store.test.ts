import { expect, it } from 'vitest'
import type { Town } from '../../places/place-source.ts'
import { describeOnEachEngine } from '../test-database.ts'
import { createPlaceStore } from './place-store.ts'

const towns = (count: number): Town[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ name: `Town ${at}`, district: 'Dowa', latitude: -13.5, longitude: 33.7 },
    ...{ population: 0, hasHomeInternet: false, aliases: [] },
  }))

/** Counts how often other tasks ran during the work. */
async function ticksDuring(work: () => Promise<unknown>): Promise<number> {
  let ticks = 0
  let next: NodeJS.Immediate
  const tick = () => {
    ticks += 1
    next = setImmediate(tick)
  }
  next = setImmediate(tick)
  await work()
  clearImmediate(next)
  return ticks
}

describeOnEachEngine('a large table of places', (open) => {
  it('is imported while other requests are served', async () => {
    const { db } = await open()
    const store = createPlaceStore(db, () => 0)
    expect(await ticksDuring(() => store.keep('towns', towns(6000), '1'))).toBeGreaterThan(20)
    const edited = towns(6001).slice(1)
    expect(await ticksDuring(() => store.keep('towns', edited, '2'))).toBeGreaterThan(10)
  })

  it('updates only the rows that changed', async () => {
    const { db } = await open()
    const store = createPlaceStore(db, () => 0)
    expect(await store.keep('towns', towns(6000), '1')).toBe(6000)
    expect(await store.keep('towns', towns(6000), '2')).toBe(0)
    const edited = towns(6002)
      .slice(1)
      .map((town) => (town.name === 'Town 5999' ? { ...town, population: 7 } : town))
    expect(await store.keep('towns', edited, '3')).toBe(4)
    const kept = await store.towns()
    expect(kept).toHaveLength(6001)
    expect(kept.find(({ name }) => name === 'Town 5999')?.population).toBe(7)
  })
})
