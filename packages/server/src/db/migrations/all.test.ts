import { migrate } from '@nyanja/database/migrate'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { OpenDatabase } from '../schema.ts'
import { describeOnEachEngine } from '../test-database.ts'
import { migrateTables, migrations } from './all.ts'

async function appliedIn({ db }: OpenDatabase): Promise<string[]> {
  const rows = await db.selectFrom('migration').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

it('the migrations of this release have unique names in ascending order', () => {
  const names = migrations.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].sort())
})

describeOnEachEngine('the migrations of this release', (open) => {
  it('apply to an empty database', async () => {
    expect(await appliedIn(await open())).toEqual(migrations.map(({ name }) => name))
  })

  it('refuse a database of a release before 1.0 and leave it unchanged', async () => {
    const database = await open([])
    const createOrders = sql`create table orders (id text primary key)`
    await migrate(database, [{ name: '0001-payments', up: async (db) => void (await createOrders.execute(db)) }])
    await expect(migrateTables(database)).rejects.toThrow('belongs to a release before 1.0')
    expect(await appliedIn(database)).toEqual(['0001-payments'])
    await sql`insert into orders (id) values ('or-1')`.execute(database.db)
    await expect(sql`select id from leads`.execute(database.db)).rejects.toThrow(/leads/)
  })
})
