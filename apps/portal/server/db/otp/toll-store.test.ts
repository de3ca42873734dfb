import { expect, it } from 'vitest'
import { describeOnEachEngine } from '../test-database.ts'
import { createTollStore } from './toll-store.ts'

describeOnEachEngine('what was given for a message', (openDatabase) => {
  async function open() {
    const { db } = await openDatabase()
    const clock = { now: 1000 }
    return { clock, store: createTollStore(db, () => clock.now) }
  }

  it('counts for one of those who show the same piece of work', async () => {
    const { store } = await open()
    const spent = await Promise.all([1, 2, 3].map(() => store.spend('puzzle-1')))
    expect(spent.filter(Boolean)).toHaveLength(1)
    expect(await store.spend('puzzle-2')).toBe(true)
  })

  it('counts once for a ticket, and for so many of them in an hour', async () => {
    const { store, clock } = await open()
    const wait = (key: string) => store.spendWait(key, { since: clock.now - 100, most: 2 })
    expect([await wait('t-1'), await wait('t-1'), await wait('t-2'), await wait('t-3')]).toEqual([
      true,
      false,
      true,
      false,
    ])
    clock.now += 100
    expect(await wait('t-3')).toBe(true)
  })

  it('is not used up by work', async () => {
    const { store, clock } = await open()
    for (let one = 0; one < 5; one += 1) await store.spend(`puzzle-${one}`)
    expect(await store.spendWait('t-1', { since: clock.now - 100, most: 1 })).toBe(true)
  })
})
