import { expect, it } from 'vitest'
import { describeOnEachEngine } from '../test-database.ts'
import { createChallengeStore } from './challenge-store.ts'

describeOnEachEngine('the solution of a challenge', (openDatabase) => {
  async function open() {
    const { db } = await openDatabase()
    return createChallengeStore(db, () => 1000)
  }

  it('counts for one of several callers that present it', async () => {
    const store = await open()
    const spent = await Promise.all([1, 2, 3].map(() => store.spend('challenge-1')))
    expect(spent.filter(Boolean)).toHaveLength(1)
    expect(await store.spend('challenge-2')).toBe(true)
  })

  it('counts once more after it was released', async () => {
    const store = await open()
    await store.spend('token-1')
    await store.release('token-1')
    expect(await store.spend('token-1')).toBe(true)
    expect(await store.spend('token-1')).toBe(false)
  })
})
