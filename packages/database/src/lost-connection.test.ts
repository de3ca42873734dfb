import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type OpenDatabase, openDatabase } from './open.ts'
import { refuseToSkip } from './test-engines.ts'
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

/**
 * Opens a server that ends each session as it begins. Source: PostgreSQL documentation, "Message Formats",
 * ErrorResponse.
 */
async function openRefusingServer(code: string, message: string) {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  const refusing = createServer((client) => client.once('data', () => client.end(Buffer.concat([head, fields]))))
  await once(refusing.listen(0, '127.0.0.1'), 'listening')
  const address = refusing.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return { url: `postgres://portal@127.0.0.1:${address.port}/portal`, close: () => refusing.close() }
}

it('is unavailable, and not broken, when the server can begin no session', async () => {
  // PostgreSQL answers this when its disk is full.
  const full = await openRefusingServer('XX000', 'could not write init file')
  const database = openDatabase({ url: full.url })
  await expect(sql`select 1`.execute(database.db)).rejects.toMatchObject({
    code: 'database_unavailable',
    message: 'PostgreSQL opens no session: could not write init file',
  })
  await database.close()
  full.close()
})

it('names settings that the server refuses', async () => {
  const refusing = await openRefusingServer('28P01', 'password authentication failed')
  const database = openDatabase({ url: refusing.url })
  await expect(sql`select 1`.execute(database.db)).rejects.toMatchObject({ code: '28P01' })
  await database.close()
  refusing.close()
})
