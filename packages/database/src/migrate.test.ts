import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Migration, migrate } from './migrate.ts'
import type { OpenDatabase } from './open.ts'
import { describeOnEachEngine } from './test-engines.ts'
import { transaction } from './transaction.ts'

function statement(name: string, text: string): Migration {
  return {
    name,
    async up(db) {
      await sql.raw(text).execute(db)
    },
  }
}

const places = statement('0001-places', 'create table place (name text primary key)')
const people = statement('0002-people', 'create table person (name text primary key)')
const broken = statement('0003-broken', 'create table place (name text primary key)')

async function appliedIn({ db }: OpenDatabase): Promise<string[]> {
  const rows = await db.selectFrom('migration').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

describeOnEachEngine('the migration of a database', (open) => {
  it('applies missing migrations in order and none twice', async () => {
    const database = await open([places])
    expect(await migrate(database, [places, people])).toEqual(['0002-people'])
    expect(await migrate(database, [places, people])).toEqual([])
    expect(await appliedIn(database)).toEqual(['0001-places', '0002-people'])
  })

  it('leaves the database unchanged when one migration fails', async () => {
    const database = await open([places])
    await expect(migrate(database, [places, people, broken])).rejects.toThrow(/place/)
    expect(await appliedIn(database)).toEqual(['0001-places'])
    expect(await migrate(database, [places, people])).toEqual(['0002-people'])
  })

  it('gives way to a transaction that uses a table which it changes, and is repeated', async () => {
    const database = await open([places])
    if (database.engine === 'sqlite') return
    const held = Promise.withResolvers<void>()
    const free = Promise.withResolvers<void>()
    const user = transaction(database.db, async (tx) => {
      await sql`select name from place`.execute(tx)
      held.resolve()
      await free.promise
    })
    await held.promise
    let pauses = 0
    const pause = async () => {
      pauses++
      free.resolve()
      await user
    }
    const wider = statement('0002-wider', 'alter table place add column width bigint')
    expect(await migrate(database, [places, wider], { pause })).toEqual(['0002-wider'])
    expect(pauses).toBe(1)
  })

  it('lets a release run on a database that a later one has migrated', async () => {
    const database = await open([places, people])
    expect(await migrate(database, [places])).toEqual([])
  })

  it('leaves a database unchanged that the product refuses', async () => {
    const database = await open([places])
    const refuse = () => {
      throw new Error('of another product')
    }
    await expect(migrate(database, [places, people], { refuse })).rejects.toThrow('of another product')
    expect(await appliedIn(database)).toEqual(['0001-places'])
  })

  it('happens once when several processes start together', async () => {
    const database = await open([])
    const done = await Promise.all([1, 2, 3].map(() => migrate(database, [places, people])))
    expect(done.flat().sort()).toEqual(['0001-places', '0002-people'])
  })

  it('receives the engine', async () => {
    const database = await open([])
    const seen: string[] = []
    await migrate(database, [{ name: '0001-engine', up: async (_db, engine) => void seen.push(engine) }])
    expect(seen).toEqual([database.engine])
  })
})
