import { changeTogether, one } from '@nyanja/database/change-together'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Insertion, OpenDatabase } from './schema.ts'
import { describeOnEachEngine } from './test-database.ts'

type Db = OpenDatabase['db']

const promptOf = (key: string) => ({ payer_msisdn: key, prompted_at: 1 })
const message = { kind: 'code', msisdn: '999000001', language: 'en', params_json: '{}', state: 'due' } as const
const messageOf = (id: string) => ({ id, ...message, created_at: 1, expires_at: 2, next_check_at: 1 })
const causes = (...ids: string[]): Insertion[] => [{ into: 'messages', rows: ids.map(messageOf) }]

const add = (key: string) => (db: Db) =>
  db
    .insertInto('prompted_wallets')
    .values(promptOf(key))
    .onConflict((conflict) => conflict.doNothing())
    .returning(one)

describeOnEachEngine('a change and what it causes', (open, engine) => {
  const stored = async (db: Db) =>
    (await db.selectFrom('messages').select('id').orderBy('id').execute()).map(({ id }) => id)

  it('are stored together, once', async () => {
    const { db } = await open()
    expect(await changeTogether(db, add('999000001'), causes('a', 'b'))).toBe(true)
    expect(await changeTogether(db, add('999000001'), causes('c'))).toBe(false)
    expect(await stored(db)).toEqual(['a', 'b'])
  })

  it('are stored by one of many that come at once', async () => {
    const { db } = await open()
    const ids = ['a', 'b', 'c', 'd', 'e']
    const changes = await Promise.all(ids.map((id) => changeTogether(db, add('999000001'), causes(id))))
    expect(changes.filter(Boolean)).toHaveLength(1)
    expect(await stored(db)).toHaveLength(1)
  })

  it('are both undone when a cause fails, unless its row may exist', async () => {
    const { db } = await open()
    await db.insertInto('messages').values(messageOf('a')).execute()
    await expect(changeTogether(db, add('999000001'), causes('b', 'a'))).rejects.toThrow(/unique/i)
    expect(await db.selectFrom('prompted_wallets').selectAll().execute()).toEqual([])
    const existing: Insertion[] = [{ into: 'messages', rows: [messageOf('a')], mayExist: true }]
    expect(await changeTogether(db, add('999000001'), existing)).toBe(true)
    expect(await stored(db)).toEqual(['a'])
  })

  it('encrypt personal columns where there are keys', async () => {
    const { db } = await open()
    await changeTogether(db, add('999000001'), causes('a'))
    expect(await db.selectFrom('messages').select(['msisdn', 'params_json']).execute()).toEqual([
      { msisdn: '999000001', params_json: '{}' },
    ])
    const { rows } = await sql`select 1 from messages where msisdn = ${'999000001'} or params_json = ${'{}'}`.execute(
      db,
    )
    // Tests have keys on SQLite only.
    expect(rows).toHaveLength(engine === 'sqlite' ? 0 : 1)
  })
})
