import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/all.ts'
import { type OpenDatabase, openDatabase } from './open.ts'
import { createSchemaForTest } from './test-database.ts'

let schema: Awaited<ReturnType<typeof createSchemaForTest>>
const opened: OpenDatabase[] = []
beforeEach(async () => {
  schema = await createSchemaForTest()
  const first = open()
  await migrate(first, migrations)
  await first.close()
})
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
  await schema.drop()
})

/** Another process's view of the database from its first connection on. */
function open(): OpenDatabase {
  const database = openDatabase(schema.address)
  opened.push(database)
  return database
}

const recoveriesIn = ({ db }: OpenDatabase) => db.selectFrom('recoveries').selectAll().execute()

it('records the first server without a recovery', async () => {
  expect(await recoveriesIn(open())).toEqual([])
  expect(await recoveriesIn(open())).toEqual([])
})

it('starts one recovery before anything else when another server answers, however many connections notice it', async () => {
  const { db } = open()
  await db.updateTable('database_servers').set({ identity: '7000000000000000000 00000001' }).execute()
  const others = [open(), open(), open()]
  const seen = await Promise.all(others.map(recoveriesIn))
  expect(seen.map((rows) => rows.length)).toEqual([1, 1, 1])
  expect(seen[0]).toEqual([expect.objectContaining({ who: 'portal', journal_read_at: null })])
  expect(await recoveriesIn(open())).toHaveLength(1)
})
