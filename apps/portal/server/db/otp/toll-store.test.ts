import { expect, it } from 'vitest'
import { describeOnEachEngine } from '../test-database.ts'
import { createTollStore } from './toll-store.ts'

describeOnEachEngine('what was given for a message', (openDatabase) => {
  async function open() {
    const { db } = await openDatabase()
    return createTollStore(db, () => 1000)
  }

  it('counts for one of those who show the same piece of work', async () => {
    const store = await open()
    const spent = await Promise.all([1, 2, 3].map(() => store.spend('puzzle-1')))
    expect(spent.filter(Boolean)).toHaveLength(1)
    expect(await store.spend('puzzle-2')).toBe(true)
  })

  it('counts once more when it was given back', async () => {
    const store = await open()
    await store.spend('ticket-1')
    await store.giveBack('ticket-1')
    expect(await store.spend('ticket-1')).toBe(true)
    expect(await store.spend('ticket-1')).toBe(false)
  })
})
