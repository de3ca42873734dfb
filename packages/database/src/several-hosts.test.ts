import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { awaitDatabase } from './await-database.ts'
import { type OpenDatabase, openDatabase } from './open.ts'
import { holdProcessLock, processLockClass } from './process-lock.ts'
import { refuseToSkip } from './test-engines.ts'
import { openTestProxy } from './test-proxy.ts'

const url: string | undefined = import.meta.env.TEST_DATABASE_URL
if (!url) refuseToSkip()

const readOnly = '&options=-c%20default_transaction_read_only%3Don'

async function openProxy() {
  const proxy = await openTestProxy(url ?? '')
  onTestFinished(() => proxy.stop())
  return proxy
}

function open(address: string): OpenDatabase {
  const database = openDatabase({ url: address })
  onTestFinished(() => database.close())
  return database
}

const ask = async ({ db }: OpenDatabase) => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows

it('uses the host that answers, in any place of the list', async () => {
  const [one, two] = [await openProxy(), await openProxy()]
  await one.stop()
  expect(await ask(open(one.over(url, two)))).toEqual([{ one: 1 }])
  expect(await ask(open(two.over(url, one)))).toEqual([{ one: 1 }])
})

it('continues at another host when the first one ends its connections', async () => {
  const [one, two] = [await openProxy(), await openProxy()]
  const database = open(one.over(url, two))
  await ask(database)
  await one.stop()
  await expect.poll(() => ask(database).catch(() => undefined)).toEqual([{ one: 1 }])
})

it('ends a statement that waits for a machine which has vanished, once another host takes writes', async () => {
  const [one, two] = [await openProxy(), await openProxy()]
  two.vanish()
  const database = open(one.over(url, two))
  await ask(database)
  const waiting = sql`select pg_sleep(60)`.execute(database.db)
  one.vanish()
  two.comeBack()
  // The pool's limit ends the wait, not the statement's own, which would say that no answer was read in time.
  await expect(waiting).rejects.toMatchObject({
    code: 'database_unavailable',
    cause: { message: 'Connection terminated unexpectedly' },
  })
  expect(await ask(database)).toEqual([{ one: 1 }])
})

it('refuses servers that take no writes, and names the reason', async () => {
  const [one, two] = [await openProxy(), await openProxy()]
  const database = open(`${one.over(url, two)}?target_session_attrs=read-write${readOnly}`)
  await expect(ask(database)).rejects.toMatchObject({
    code: 'database_unavailable',
    message: 'PostgreSQL takes no writes: it is a standby, or read-only',
  })
})

it('drops a connection whose server has become read-only', async () => {
  const database = open(url)
  const pids = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)).rows[0]?.pid ?? 0
  const before = await pids()
  const table = `dropped_${crypto.randomUUID().replaceAll('-', '')}`
  const write = database.db.transaction().execute(async (tx) => {
    await sql`set transaction read only`.execute(tx)
    await sql.raw(`create table ${table} (id text)`).execute(tx)
  })
  await expect(write).rejects.toMatchObject({ code: 'database_unavailable' })
  expect(await pids()).not.toBe(before)
  expect(await database.takesWrites()).toBe(true)
})

it('does not wait for settings that every host refuses', async () => {
  const [one, two] = [await openProxy(), await openProxy()]
  const address = new URL(url)
  address.pathname = '/no-such-database'
  const waiting = awaitDatabase(open(one.over(address.href, two)), {
    log: { warn: () => {} },
    pause: () => Promise.reject(new Error('waited')),
  })
  await expect(waiting).rejects.toThrow('PostgreSQL has no database of this name: look at DATABASE_URL')
})

it('holds the process lock at the host that takes writes', async () => {
  const [one, two] = [await openProxy(), await openProxy()]
  await one.stop()
  // No other test of the same server may hold a lock of this number.
  const processId = randomInt(1, 2 ** 31)
  const processLock = await holdProcessLock(one.over(url, two), processId)
  const { rows } = await sql`
    select from pg_locks where classid = ${processLockClass} and objid = ${processId}
      and database = (select oid from pg_database where datname = current_database())`.execute(open(url).db)
  expect(rows).toHaveLength(1)
  await processLock.end()
})
