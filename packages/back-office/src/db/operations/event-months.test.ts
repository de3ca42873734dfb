import { randomUUID } from 'node:crypto'
import { migrate } from '@nyanja/database/migrate'
import { createDatabaseForTest, refuseToSkip } from '@nyanja/database/test-engines'
import { withoutTimeouts } from '@nyanja/database/transaction'
import { day } from '@nyanja/domain/time'
import { newTimedId } from '@nyanja/server/common/ids'
import { migrateTables, migrations } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import { addEventMonths, dropEventMonth, eventMonthsBefore } from '@nyanja/server/db/payments/event-months'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { OpenDatabase } from '../schema.ts'
import { createRetentionStore } from './retention-store.ts'

const url: string | undefined = import.meta.env.TEST_DATABASE_URL
if (!url) refuseToSkip()

const beforeMonths = migrations.filter(({ name }) => name < '0012')
const thisMonth = new Date().toISOString().slice(0, 7).replace('-', '_')
const kept = 731 * day

const open = (address: string): OpenDatabase => {
  const database = openDatabase({ url: address })
  onTestFinished(() => database.close())
  return database
}

const run = (database: OpenDatabase, statement: string) =>
  withoutTimeouts(async () => (await sql.raw(statement).execute(database.db)).rows)

/** A fresh database with roles as in `deploy/postgresql/users.sql`: one changes tables, one rows, and one only reads. */
async function openWithRoles() {
  const { address, drop } = await createDatabaseForTest()
  const admin = openDatabase(address)
  const [schema] = (await run(admin, 'select current_schema() as name')) as { name: string }[]
  const suffix = randomUUID().slice(0, 8)
  const [owner, portal, reader] = ['owner', 'portal', 'reader'].map((role) => `${role}_${suffix}`)
  const names = [owner, portal, reader].join(', ')
  for (const role of [owner, portal, reader]) await run(admin, `create role ${role} login`)
  await run(admin, `grant usage on schema ${schema?.name} to ${names}`)
  await run(admin, `grant create on schema ${schema?.name} to ${owner}`)
  const defaults = `alter default privileges for role ${owner} in schema ${schema?.name} grant`
  await run(admin, `${defaults} select, insert, update, delete on tables to ${portal}`)
  await run(admin, `${defaults} usage, select on sequences to ${portal}`)
  await run(admin, `${defaults} select on tables to ${reader}`)
  onTestFinished(async () => {
    // One statement for all would fail over default rights that one of them has given to another.
    for (const role of [owner, portal, reader]) await run(admin, `drop owned by ${role}`)
    await run(admin, `drop role ${names}`)
    await admin.close()
    await drop()
  })
  const as = (role = '') => {
    const own = new URL(address.url)
    own.username = role
    return open(own.href)
  }
  return { owner: as(owner), portal: as(portal), reader: as(reader) }
}

async function openMigrated() {
  const roles = await openWithRoles()
  await migrateTables(roles.owner)
  return roles
}

/** A delivered payment with two events, as an ordinary statement of the portal adds them. */
async function addPayment({ db }: OpenDatabase, at: number, state = 'captured'): Promise<string> {
  const [order, attempt] = [newTimedId(at), newTimedId(at)]
  await sql`insert into orders (id, channel, language, msisdn, line_type, redirect_page, created_at, expires_at)
    values (${order}, 'web', 'en', '', 'PREPAID', '', ${at}, ${at})`.execute(db)
  await sql`insert into attempts (id, order_id, reference, method, gateway, checkout_type, state, amount_minor, currency,
      payer_msisdn, return_token, created_at, expires_at, decided_at)
    values (${attempt}, ${order}, ${attempt}, 'card', 'dpo', 'redirect', ${state}, 100, 'MWK', '', 't', ${at}, ${at},
      ${at})`.execute(db)
  await sql`insert into deliveries (attempt_id, order_id, kind, msisdn, amount_minor, currency, state, created_at)
    values (${attempt}, ${order}, 'airtime', '', 100, 'MWK', 'delivered', ${at})`.execute(db)
  for (const [from, to] of [
    ['none', 'created'],
    ['created', 'handing_over'],
  ])
    await sql`insert into events (attempt_id, component, from_state, to_state, at)
      values (${attempt}, 'money', ${from}, ${to}, ${at})`.execute(db)
  return attempt
}

interface Placed {
  readonly partition: string
  readonly id: number
}

async function eventsOf({ db }: OpenDatabase, attempt: string): Promise<readonly Placed[]> {
  const { rows } = await sql<Placed>`
    select tableoid::regclass::text as partition, id from events where attempt_id = ${attempt} order by id`.execute(db)
  return rows
}

const partitionsOf = async (database: OpenDatabase, attempt: string) =>
  (await eventsOf(database, attempt)).map(({ partition }) => partition)

const monthOf = (at: number) => `events_${new Date(at).toISOString().slice(0, 7).replace('-', '_')}`

async function partitionNames({ db }: OpenDatabase): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass`.execute(db)
  return rows.map(({ name }) => name).sort()
}

async function forgetPayments(database: OpenDatabase, before: number): Promise<number> {
  const { payments } = createRetentionStore(database)
  for (let rows = 0; ; ) {
    const batch = await payments({ before, limit: 100 })
    rows += batch.rows
    if (batch.isDone) return rows
  }
}

const nextMonth = (at: number, months = 1) => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 15)
}

it('reads the time of an id in SQL as it is written', async () => {
  const { portal } = await openMigrated()
  const times = [0, Date.now(), Date.UTC(2033, 9, 18, 22), Date.UTC(2033, 9, 19), Date.UTC(2051, 1, 28)]
  for (const at of times) {
    const { rows } = await sql<{ lead: string }>`select id_lead(${at}) as lead`.execute(portal.db)
    expect(rows[0]?.lead).toBe(newTimedId(at).slice(0, 4))
  }
})

it('puts the history of a payment into the month in which it was begun', async () => {
  const { portal } = await openMigrated()
  const now = Date.now()
  for (const at of [now, nextMonth(now), nextMonth(now, 2)])
    expect(await partitionsOf(portal, await addPayment(portal, at))).toEqual([monthOf(at), monthOf(at)])
})

it('adds months before they begin for a role that cannot change tables', async () => {
  const { portal } = await openMigrated()
  const later = nextMonth(Date.now(), 3)
  await expect(run(portal, 'create table another (id text)')).rejects.toThrow(/permission|user/)
  await expect(run(portal, `drop table events_${thisMonth}`)).rejects.toThrow(/owner|user/)
  expect(await addEventMonths(portal, Date.now())).toBe(0)
  expect(await addEventMonths(portal, later)).toBe(3)
  expect(await addEventMonths(portal, later)).toBe(0)
  expect(await partitionsOf(portal, await addPayment(portal, later))).toEqual([monthOf(later), monthOf(later)])
})

it('adds the months in which the first letters of ids begin again', async () => {
  const { portal } = await openMigrated()
  // The months before are dropped by then.
  await forgetPayments(portal, Date.UTC(2033, 8, 15))
  expect(await addEventMonths(portal, Date.UTC(2033, 8, 15))).toBe(3)
  const before = await addPayment(portal, Date.UTC(2033, 9, 18))
  const after = await addPayment(portal, Date.UTC(2033, 10, 2))
  expect(await partitionsOf(portal, before)).toEqual(['events_2033_10', 'events_2033_10'])
  expect(await partitionsOf(portal, after)).toEqual(['events_2033_11', 'events_2033_11'])
})

it('keeps events that came before their month had a partition in the rest, and adds no partition for it', async () => {
  const { portal } = await openMigrated()
  const late = nextMonth(Date.now(), 6)
  const attempt = await addPayment(portal, late)
  expect(await addEventMonths(portal, late)).toBe(2)
  expect(await partitionsOf(portal, attempt)).toEqual(['events_rest', 'events_rest'])
})

it('drops a month that is past its time, and keeps the history of its open payments', async () => {
  const { portal } = await openMigrated()
  const month = nextMonth(Date.now(), 1)
  const ended = [await addPayment(portal, month), await addPayment(portal, month + day)]
  const waiting = await addPayment(portal, month, 'waiting')
  const changed = await addPayment(portal, month)
  await portal.db
    .updateTable('deliveries')
    .set({ decided_at: month + 40 * day })
    .where('attempt_id', '=', changed)
    .execute()
  const following = await addPayment(portal, month + 31 * day)

  expect(await forgetPayments(portal, month + 2 * day)).toBe(0)
  expect(await partitionNames(portal)).toContain(monthOf(month))

  expect(await forgetPayments(portal, month + 31 * day)).toBe(2)
  expect(await partitionNames(portal)).not.toContain(monthOf(month))
  for (const attempt of ended) expect(await eventsOf(portal, attempt)).toEqual([])
  for (const attempt of [waiting, changed])
    expect(await partitionsOf(portal, attempt)).toEqual(['events_rest', 'events_rest'])
  expect(await partitionsOf(portal, following)).toHaveLength(2)
  const left = await portal.db.selectFrom('attempts').select('id').execute()
  expect(left.map(({ id }) => id).sort()).toEqual([waiting, changed, following].sort())

  expect(await forgetPayments(portal, month + 90 * day)).toBe(2)
  expect(await eventsOf(portal, changed)).toEqual([])
  expect(await partitionsOf(portal, waiting)).toHaveLength(2)
})

it('keeps the partition of a month with too many open payments, and deletes the others one by one', async () => {
  const { portal } = await openMigrated()
  const at = Date.now()
  const [attempt, month] = [await addPayment(portal, at), await monthBy(portal, nextMonth(at, 2))]
  const many = Array.from({ length: 1001 }, () => ({ id: attempt }))
  expect(await dropEventMonth(portal, month, async () => many)).toBe('kept')
  expect(await eventsOf(portal, attempt)).toHaveLength(2)
})

async function monthBy(database: OpenDatabase, before: number) {
  const month = (await eventMonthsBefore(database, before)).find(({ name }) => name === `events_${thisMonth}`)
  if (month === undefined) throw new Error('There is no partition of this month')
  return month
}

it('waits for neither a payment nor another process that uses the month', async () => {
  const { portal, owner } = await openMigrated()
  const at = Date.now()
  const attempt = await addPayment(portal, at)
  const month = await monthBy(portal, nextMonth(at, 2))
  const using = await owner.db.startTransaction().execute()
  await sql`select * from events where attempt_id = ${attempt}`.execute(using)
  expect(await dropEventMonth(portal, month, async () => [])).toBe('locked')
  await using.commit().execute()
  const both = [1, 2].map(() => dropEventMonth(portal, month, async () => []))
  expect((await Promise.all(both)).sort()).toEqual(['dropped', 'locked'])
  expect(await eventsOf(portal, attempt)).toEqual([])
})

it('refuses a role that may not delete payments', async () => {
  const { portal, reader } = await openMigrated()
  const month = await monthBy(portal, nextMonth(Date.now(), 2))
  await expect(addEventMonths(reader, nextMonth(Date.now(), 5))).rejects.toThrow(/user|yours/)
  await expect(dropEventMonth(reader, month, async () => [])).rejects.toThrow(/user|yours/)
  expect(await partitionNames(portal)).toContain(month.name)
})

it('refuses changes of the history in every partition', async () => {
  const { portal } = await openMigrated()
  const attempts = [await addPayment(portal, Date.now()), await addPayment(portal, nextMonth(Date.now(), 9))]
  for (const attempt of attempts) {
    const [partition] = await partitionsOf(portal, attempt)
    for (const table of ['events', partition]) {
      await expect(run(portal, `update ${table} set at = 0`)).rejects.toThrow(/append-only/)
      await expect(run(portal, `delete from ${table}`)).rejects.toThrow(/append-only/)
    }
  }
  const illegal = sql`insert into events (attempt_id, component, from_state, to_state, at)
    values (${attempts[0]}, 'money', 'refused', 'created', 1)`
  await expect(illegal.execute(portal.db)).rejects.toThrow(/foreign key/)
  const ofNone = sql`insert into events (attempt_id, component, from_state, to_state, at)
    values (${newTimedId(Date.now())}, 'money', 'none', 'created', 1)`
  await expect(ofNone.execute(portal.db)).rejects.toThrow(/foreign key/)
  await expect(run(portal, `delete from attempts`)).rejects.toThrow(/foreign key/)
})

it('turns the existing history into the first partition while the earlier release keeps writing', async () => {
  const { owner, portal, reader } = await openWithRoles()
  await migrate(owner, beforeMonths)
  const now = Date.now()
  const attempts = [await addPayment(portal, now - 60 * day), await addPayment(portal, now - 300 * day)]
  const [, last] = (await Promise.all(attempts.map((attempt) => eventsOf(portal, attempt))))
    .flat()
    .map(({ id }) => id)
    .sort()
  await migrateTables(owner)
  const first = `events_until_${thisMonth}`
  for (const attempt of attempts) expect(await partitionsOf(portal, attempt)).toEqual([first, first])
  const later = await eventsOf(portal, await addPayment(portal, now))
  expect(later.map(({ partition }) => partition)).toEqual([`events_${thisMonth}`, `events_${thisMonth}`])
  expect(later[0]?.id).toBeGreaterThan(last ?? 0)
  expect(await reader.db.selectFrom('events').select('id').execute()).toHaveLength(6)
  // The earlier sessions have prepared their statements for the one table.
  expect(await partitionsOf(portal, await addPayment(portal, now))).toHaveLength(2)

  expect(await forgetPayments(portal, nextMonth(now, 2))).toBe(4)
  expect(await partitionNames(portal)).not.toContain(first)
})

it('begins with the next month where the current one has payments', async () => {
  const { owner, portal } = await openWithRoles()
  await migrate(owner, beforeMonths)
  const now = Date.now()
  const attempt = await addPayment(portal, now)
  await migrateTables(owner)
  const first = monthOf(nextMonth(now)).replace('events_', 'events_until_')
  expect(await partitionsOf(portal, attempt)).toEqual([first, first])
  expect(await partitionsOf(portal, await addPayment(portal, now))).toEqual([first, first])
  expect(await partitionNames(portal)).toEqual(
    [first, monthOf(nextMonth(now)), monthOf(nextMonth(now, 2)), 'events_rest'].sort(),
  )
})

it('keeps one table where the language of the database sorts ids otherwise', async () => {
  const name = `sorted_${randomUUID().slice(0, 8)}`
  const server = open(url ?? '')
  await run(server, `create database ${name} template template0 locale_provider icu icu_locale 'lt'`)
  onTestFinished(async () => {
    await run(server, `drop database ${name} with (force)`)
  })
  const database = openDatabase({ url: (url ?? '').replace(/[^/]*$/, name) })
  await migrateTables(database)
  const attempt = await addPayment(database, Date.now() - kept)
  expect(await partitionNames(database)).toEqual(['events_rest'])
  expect(await addEventMonths(database, Date.now())).toBe(0)
  expect(await partitionsOf(database, attempt)).toHaveLength(2)
  expect(await forgetPayments(database, Date.now())).toBe(1)
  await database.close()
})
