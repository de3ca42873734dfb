import { AcknowledgedCommits } from '@nyanja/database/acknowledged-commits'
import { createDatabaseForTest } from '@nyanja/database/test-engines'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrateTables } from './migrations/all.ts'
import { openDatabase } from './open.ts'
import type { OpenDatabase } from './schema.ts'

let schema: Awaited<ReturnType<typeof createDatabaseForTest>>
const opened: OpenDatabase[] = []
beforeEach(async () => {
  schema = await createDatabaseForTest()
  const first = open()
  await migrateTables(first)
  await first.close()
})
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
  await schema.drop()
})

/** Opens the database as another process does, from its first connection on. */
function open(): OpenDatabase {
  const database = openDatabase(schema.address, { commits: new AcknowledgedCommits() })
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
  await db
    .updateTable('database_servers')
    .set({ identity: '7000000000000000000 00000001' })
    .where('what', '=', 'current')
    .execute()
  const others = [open(), open(), open()]
  const seen = await Promise.all(others.map(recoveriesIn))
  expect(seen.map((rows) => rows.length)).toEqual([1, 1, 1])
  expect(seen[0]).toEqual([expect.objectContaining({ who: 'portal', journal_read_at: null })])
  expect(await recoveriesIn(open())).toHaveLength(1)
})

it('starts one recovery when a dump was restored into the same server, on whichever process comes first', async () => {
  const first = open()
  expect(await recoveriesIn(first)).toEqual([])
  const { db } = first
  // The table stands for those that a restored dump makes anew.
  await sql`create table restored (like attempts including all)`.execute(db)
  await sql`alter table attempts rename to damaged`.execute(db)
  await sql`alter table restored rename to attempts`.execute(db)
  const others = [open(), open()]
  const seen = await Promise.all(others.map(recoveriesIn))
  expect(seen.map((rows) => rows.length)).toEqual([1, 1])
  expect(await recoveriesIn(open())).toMatchObject([{ who: 'portal', reason: expect.stringContaining('tables') }])
})

const earlier = '7000000000000000000 00000001'

/** Pretends that another server had been in use until now. */
async function pretendChange({ db }: OpenDatabase): Promise<string> {
  const { identity } = await db
    .selectFrom('database_servers')
    .select('identity')
    .where('what', '=', 'current')
    .executeTakeFirstOrThrow()
  await db.updateTable('database_servers').set({ identity: earlier }).where('what', '=', 'current').execute()
  return identity
}

it('waits for a process that has not compared the new server yet, and then begins a recovery without it', async () => {
  const first = open()
  await recoveriesIn(first)
  const { db } = first
  await pretendChange(first)
  await db
    .insertInto('database_servers')
    .values({ what: 'process 1', identity: `${earlier} kept` })
    .execute()
  const waiting = recoveriesIn(open())
  await expect(waiting).rejects.toMatchObject({ code: 'database_unavailable' })
  await db.updateTable('database_servers').set({ identity: '0' }).where('what', 'like', 'noticed %').execute()
  expect(await recoveriesIn(open())).toHaveLength(1)
})

it('begins no recovery when every registered process has found all of its commits', async () => {
  const first = open()
  await recoveriesIn(first)
  const identity = await pretendChange(first)
  const rows = [1, 2].map((id) => ({ what: `process ${id}`, identity: `${identity} kept` }))
  await first.db.insertInto('database_servers').values(rows).execute()
  expect(await recoveriesIn(open())).toEqual([])
})

it('begins a recovery when a process remembers commits of a server that is not the one before', async () => {
  const first = open()
  await recoveriesIn(first)
  await pretendChange(first)
  const commits = new AcknowledgedCommits([{ identity: earlier, xid: '7', lsn: '0/1' }])
  const other = openDatabase(schema.address, { commits })
  opened.push(other)
  const [recovery] = await recoveriesIn(other)
  expect(recovery?.reason).toMatch(/^7000000000000000000 00000001 is now /)
})

it('refuses a primary that does not know yet that another one has taken over', async () => {
  const database = open()
  await recoveriesIn(database)
  const { identity } = await database.db
    .selectFrom('database_servers')
    .select('identity')
    .where('what', '=', 'current')
    .executeTakeFirstOrThrow()
  const commits = new AcknowledgedCommits()
  commits.accept(`${identity.split(' ')[0]} 00000FFF`)
  const other = openDatabase(schema.address, { commits })
  opened.push(other)
  await expect(recoveriesIn(other)).rejects.toThrow('has a newer primary than this one')
})
