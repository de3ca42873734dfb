import { day, minute } from '@nyanja/domain/time'
import { createMissedSearchStore } from '@nyanja/server/db/help/missed-search-store'
import { MissedSearches } from '@nyanja/server/help/missed-searches'
import { expect, it } from 'vitest'
import { createRetentionStore } from '../db/operations/retention-store.ts'
import { createMissedSearchList } from '../db/operations/visitor-lists.ts'
import { describeOnEachEngine } from '../db/test-database.ts'

describeOnEachEngine('searches without results', (openDatabase) => {
  async function open(most?: number) {
    const database = await openDatabase()
    const clock = { now: 1_000_000 }
    const store = createMissedSearchStore(database.db, most)
    const searches = new MissedSearches({ store, now: () => clock.now })
    const list = createMissedSearchList(database.db)
    const kept = async () => (await list.mostMissed(100)).map(({ words, count }) => [words, count])
    return { database, clock, list, searches, kept }
  }

  it('are counted for the authors, most frequent first', async () => {
    const { searches, list, clock } = await open()
    await searches.note('eSIM', 'en')
    await searches.note('drones', 'en')
    clock.now += 5
    await searches.note(' esim ', 'en')
    await searches.note('esim', 'sw')
    expect(await list.mostMissed(2)).toEqual([
      { words: 'esim', language: 'en', count: 2, lastAt: clock.now },
      { words: 'esim', language: 'sw', count: 1, lastAt: clock.now },
    ])
  })

  it('contain no personal data', async () => {
    const { searches, kept } = await open()
    await searches.note('refund to 099 123 45 67', 'en')
    await searches.note('write to chisomo@example.com', 'en')
    await searches.note('0991234567', 'en')
    await searches.note(' ?! ', 'en')
    expect((await kept()).toSorted()).toEqual([
      ['refund to #', 1],
      ['write to #', 1],
    ])
  })

  it('are limited in length and number', async () => {
    const { searches, kept, clock } = await open(70)
    await searches.note('x'.repeat(500), 'en')
    expect((await kept())[0]?.[0]).toHaveLength(60)
    for (let at = 0; at < 80; at += 1) await searches.note(`${'word'.repeat(at % 9)} ${'abcdefgh'[at % 8]}${at}`, 'en')
    expect(await kept()).toHaveLength(60)
    clock.now += minute
    for (let at = 0; at < 40; at += 1) await searches.note(`other ${at}`, 'en')
    expect(await kept()).toHaveLength(70)
    await searches.note('other 1', 'en')
    expect((await kept())[0]).toEqual(['other 1', 2])
  })

  it('are deleted when they have not been repeated for long', async () => {
    const { database, searches, clock, kept } = await open()
    await searches.note('fax', 'en')
    clock.now += day
    await searches.note('esim', 'en')
    const { missedSearches: forget } = createRetentionStore(database)
    expect(await forget({ before: clock.now, limit: 10 })).toEqual({ rows: 1, isDone: true })
    expect(await kept()).toEqual([['esim', 1]])
  })
})
