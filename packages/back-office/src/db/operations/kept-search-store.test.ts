import { expect, it } from 'vitest'
import { describeOnEachEngine } from '../test-database.ts'
import { createKeptSearchStore } from './kept-search-store.ts'

const at = 1_763_600_000_000
const typed = { text: '+265 999 000 001 “ñ”' }

describeOnEachEngine('a kept search', (openDatabase) => {
  it('is read by the person who typed it alone, and only for a while', async () => {
    const store = createKeptSearchStore((await openDatabase()).db)
    await store.keep({ id: 's-1', staffId: 'alinafe', typed, at }, at - 1000)
    expect(await store.find('s-1', 'alinafe', at - 1000)).toEqual(typed)
    expect(await store.find('s-1', 'thoko', at - 1000)).toBeUndefined()
    expect(await store.find('s-2', 'alinafe', at - 1000)).toBeUndefined()
    expect(await store.find('s-1', 'alinafe', at)).toBeUndefined()
  })

  it('is deleted once it has expired and another search is stored', async () => {
    const { db } = await openDatabase()
    const store = createKeptSearchStore(db)
    await store.keep({ id: 's-1', staffId: 'alinafe', typed, at }, at - 1000)
    await store.keep({ id: 's-2', staffId: 'thoko', typed: { amount: '500' }, at: at + 2000 }, at + 1000)
    expect(await db.selectFrom('kept_searches').select('id').execute()).toEqual([{ id: 's-2' }])
  })
})
