import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from './open.ts'
import { refuseToSkip } from './test-database.ts'
import { transaction } from './transaction.ts'

const url: string | undefined = import.meta.env.TEST_DATABASE_URL
if (!url) refuseToSkip()

let ours: OpenDatabase
let server: OpenDatabase
beforeEach(() => {
  ours = openDatabase({ url })
  server = openDatabase({ url })
})
afterEach(async () => {
  await ours.close()
  await server.close()
})

/** Breaks every connection like a restarting server. */
async function cutOff(pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid})`.execute(server.db)
  const left = async () => {
    const { rows } = await sql`select pid from pg_stat_activity where pid = ${pid}`.execute(server.db)
    return rows
  }
  await expect.poll(left).toEqual([])
}

it('loses one transaction and nothing else when the server cuts a connection between two statements', async () => {
  const begun = Promise.withResolvers<number>()
  const isCut = Promise.withResolvers<void>()
  const work = transaction(ours.db, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    begun.resolve(rows[0]?.pid ?? 0)
    await isCut.promise
    await sql`select 1`.execute(tx)
  })
  work.catch(() => {})
  await cutOff(await begun.promise)
  isCut.resolve()

  await expect(work).rejects.toThrow()
  expect((await sql`select 1 as one`.execute(ours.db)).rows).toEqual([{ one: 1 }])
})
