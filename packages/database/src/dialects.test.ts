import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Migration } from './migrate.ts'
import type { OpenDatabase } from './open.ts'
import { describeOnEachEngine } from './test-engines.ts'

interface Thing {
  id: string
  at: number | bigint
  note: string | null
  bytes: Uint8Array | null
}

const things: Migration = {
  name: '0001-things',
  async up(db, engine) {
    const table = {
      sqlite: 'create table thing (id text primary key, at integer not null, note text, bytes blob) strict',
      postgres: 'create table thing (id text primary key, at bigint not null, note text, bytes bytea)',
    }
    await sql.raw(table[engine]).execute(db)
    await sql`create table part (thing text not null references thing (id))`.execute(db)
  },
}

const now = Date.UTC(2026, 10, 20)

function tables({ db }: OpenDatabase) {
  return db.withTables<{ thing: Thing; part: { thing: string } }>()
}

describeOnEachEngine('a query', (open, engine) => {
  async function openThings() {
    return tables(await open([things]))
  }

  it('stores and reads text, large integers, null and bytes equally', async () => {
    const db = await openThings()
    const row = { id: '007', at: now, note: null, bytes: new Uint8Array([1, 2, 255]) }
    await db.insertInto('thing').values(row).execute()

    const read = await db.selectFrom('thing').selectAll().executeTakeFirstOrThrow()
    expect({ ...read, bytes: Uint8Array.from(read.bytes ?? []) }).toEqual(row)
  })

  it('returns the number of changed rows', async () => {
    const db = await openThings()
    const rows = ['a', 'b', 'c'].map((id) => ({ id, at: now, note: null, bytes: null }))
    const inserted = await db.insertInto('thing').values(rows).executeTakeFirstOrThrow()
    const updated = await db.updateTable('thing').set({ note: 'x' }).where('id', '<', 'c').executeTakeFirstOrThrow()
    const missed = await db.updateTable('thing').set({ note: 'x' }).where('id', '=', 'z').executeTakeFirstOrThrow()
    const deleted = await db.deleteFrom('thing').where('id', '=', 'a').executeTakeFirstOrThrow()

    expect(inserted.numInsertedOrUpdatedRows).toBe(3n)
    expect(updated.numUpdatedRows).toBe(2n)
    expect(missed.numUpdatedRows).toBe(0n)
    expect(deleted.numDeletedRows).toBe(1n)
  })

  it('returns the rows it changed', async () => {
    const db = await openThings()
    const values = { id: 'a', at: now, note: null, bytes: null }
    expect(await db.insertInto('thing').values(values).returning('id').execute()).toEqual([{ id: 'a' }])
    const claimed = db.updateTable('thing').set({ note: 'mine' }).where('note', 'is', null).returning(['id', 'note'])
    expect(await claimed.execute()).toEqual([{ id: 'a', note: 'mine' }])
    expect(await claimed.execute()).toEqual([])
  })

  it('returns sums and counts as numbers', async () => {
    const db = await openThings()
    const rows = ['a', 'b'].map((id) => ({ id, at: 150, note: null, bytes: null }))
    await db.insertInto('thing').values(rows).execute()
    const { total, many } = await db
      .selectFrom('thing')
      .select(({ fn }) => [fn.sum('at').as('total'), fn.countAll().as('many')])
      .executeTakeFirstOrThrow()
    expect({ total, many }).toEqual({ total: 300, many: 2 })
  })

  it('refuses to read an inexact number', async () => {
    const db = await openThings()
    await db
      .insertInto('thing')
      .values({ id: 'a', at: 2n ** 60n, note: null, bytes: null })
      .execute()
    await expect(db.selectFrom('thing').select('at').execute()).rejects.toThrow(RangeError)
  })

  it('enforces foreign keys', async () => {
    const db = await openThings()
    await expect(db.insertInto('part').values({ thing: 'none' }).execute()).rejects.toThrow(/foreign key/i)
  })

  it('refuses a value of the wrong type', async () => {
    const db = await openThings()
    const wrong = sql`insert into thing (id, at) values ('a', ${'soon'})`
    await expect(wrong.execute(db)).rejects.toThrow(engine === 'sqlite' ? /cannot store TEXT/ : /invalid input syntax/)
  })
})
