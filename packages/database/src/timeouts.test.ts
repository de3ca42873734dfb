import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from './open.ts'
import { refuseToSkip } from './test-engines.ts'
import { transaction, withoutTimeouts, withVisitorTimeouts } from './transaction.ts'

const url: string | undefined = import.meta.env.TEST_DATABASE_URL
if (!url) refuseToSkip()

let database: OpenDatabase
let operator: OpenDatabase
beforeEach(() => {
  database = openDatabase({ url })
  operator = openDatabase({ url })
})
afterEach(async () => {
  await database.close()
  await operator.close()
})

const unavailable = { code: 'database_unavailable' }

/** Holds a lock as a long staff command does. */
async function holdTable(table: string): Promise<() => Promise<void>> {
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = transaction(operator.db, async (tx) => {
    await sql.raw(`lock table ${table} in access exclusive mode`).execute(tx)
    held.resolve()
    await release.promise
  })
  await held.promise
  return () => {
    release.resolve()
    return holding
  }
}

it('compiles no statement: that takes seconds with two years of history in months', async () => {
  const { rows } = await sql<{ jit: string }>`show jit`.execute(database.db)
  expect(rows).toEqual([{ jit: 'off' }])
})

it("ends a visitor's wait for a locked table, while due work waits longer", async () => {
  const table = `held_${crypto.randomUUID().replaceAll('-', '')}`
  await sql.raw(`create table ${table} (id text)`).execute(operator.db)
  const release = await holdTable(table)
  const read = () => sql.raw(`select * from ${table}`).execute(database.db)
  const work = read()
  await expect(withVisitorTimeouts(read)).rejects.toMatchObject(unavailable)
  await release()
  expect((await work).rows).toEqual([])
  expect((await withVisitorTimeouts(read)).rows).toEqual([])
  await sql.raw(`drop table ${table}`).execute(operator.db)
})

it('ends a statement that takes too long for a visitor', async () => {
  const slow = withVisitorTimeouts(() => sql`select pg_sleep(60)`.execute(database.db))
  await expect(slow).rejects.toMatchObject(unavailable)
})

it('fails for a visitor when every connection is in use, and keeps separate ones for due work', async () => {
  const release = Promise.withResolvers<void>()
  const holders = Array.from({ length: 10 }, () => {
    const held = Promise.withResolvers<void>()
    const holding = withVisitorTimeouts(() =>
      transaction(database.db, async (tx) => {
        await sql`select 1`.execute(tx)
        held.resolve()
        await release.promise
      }),
    )
    return { held: held.promise, holding }
  })
  await Promise.all(holders.map(({ held }) => held))
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(database.db)
  await expect(withVisitorTimeouts(ask)).rejects.toMatchObject(unavailable)
  expect((await ask()).rows).toEqual([{ one: 1 }])
  release.resolve()
  await Promise.all(holders.map(({ holding }) => holding))
})

it('lets a migration wait without a limit', async () => {
  const { rows } = await withoutTimeouts(() =>
    sql<{ statement_timeout: string }>`show statement_timeout`.execute(database.db),
  )
  expect(rows).toEqual([{ statement_timeout: '0' }])
})

it('rethrows a constraint violation unchanged', async () => {
  const wrong = withVisitorTimeouts(() => sql`select 1 / 0`.execute(database.db))
  await expect(wrong).rejects.toMatchObject({ code: '22012' })
})
