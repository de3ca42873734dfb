import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDayEvents } from '@nyanja/back-office/db/finance/day-events'
import { forgetPayments } from '@nyanja/back-office/db/operations/forget-payments'
import { paymentHistory } from '@nyanja/back-office/db/operations/payment-history'
import { withoutTimeouts } from '@nyanja/database/transaction'
import { PortalError } from '@nyanja/domain/errors'
import { day, hour, minute } from '@nyanja/domain/time'
import { createOutboxStore } from '@nyanja/server/db/messages/outbox-store'
import { migrateTables } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { createStores } from '@nyanja/server/db/stores'
import { readMarket } from '@nyanja/server/settings/market'
import { readWorkFigures } from '@nyanja/server/wiring/readiness'
import { seededRandom } from '../../environment/arrivals.ts'
import { runSql, startOwnPostgres } from '../../environment/database.ts'
import type { Budget } from '../../environment/results.ts'
import { assertRoom, type Cleanup, printBudgets, printTable } from '../../environment/run-bench.ts'
import { median, quantile } from '../../environment/statistics.ts'
import { fillPayments, rowsOfHistory, slimPayment } from '../search/fill-payments.ts'
import { find, searches } from '../search/searches.ts'
import { makePastMonths } from './load-setup.ts'

/** The size includes all indexes, and the rows of orders and deliveries that belong to them. */
const bytesOfRow = 350
/** The attempt, its events and its message. */
const rowsOfPayment = rowsOfHistory + 1
const storedFor = 731 * day
const promisedMs = 100
/** A batch has 5,000 events with what they are about. */
const promisedBatchMs = 1_000
const timesEach = 200
const newestAt = Date.now() - hour
const tables = `('orders', 'attempts', 'deliveries', 'messages')`

const market = readMarket(path.join(import.meta.dirname, '../../../apps/portal/markets/mw.json'))
const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`
const gigabytes = (bytes: unknown) => (Number(bytes) / 1e9).toFixed(3)

/** Measures two years of slim payments: how large they are, and how long what is asked of them takes. */
export async function measureStoredRows(rows: number, cleanup: Cleanup): Promise<boolean> {
  assertRoom('/tmp', { diskBytes: rows * bytesOfRow })
  const payments = Math.round(rows / rowsOfPayment)
  const paymentMs = Math.floor(storedFor / payments)
  const postgres = await startOwnPostgres()
  cleanup(() => postgres.close())
  const url = await postgres.createDatabase('stored')
  const database = openDatabase({ url })
  cleanup(() => database.close())
  await migrateTables(database)
  await withoutTimeouts(() => makePastMonths(database, newestAt - storedFor))
  await fill(database, { rows: payments, paymentMs })
  const size = await printSizes(database, rows)
  const asked = await ask(database, (index) => slimPayment(index, newestAt, paymentMs), payments)
  const vacuum = await measureVacuum(database)
  const dropped = await dropMonths(database)
  return printBudgets([size, ...asked, ...vacuum, ...dropped])
}

interface Filling {
  readonly rows: number
  readonly paymentMs: number
}

async function fill(database: OpenDatabase, { rows, paymentMs }: Filling): Promise<void> {
  const begunAt = performance.now()
  let nextAt = 0.1
  const stored = (payments: number) => {
    if (payments < nextAt * rows) return
    nextAt += 0.1
    const passed = Math.round((performance.now() - begunAt) / 1000)
    console.log(`${payments} payments, ${payments * rowsOfPayment} rows after ${passed} s`)
  }
  await withoutTimeouts(async () => {
    await fillPayments(database, { rows, newestAt, paymentMs, hasHistory: true, stored })
    await runSql(database, 'vacuum analyze')
  })
  console.log(`indexed and vacuumed after ${Math.round((performance.now() - begunAt) / 1000)} s`)
}

async function printSizes(database: OpenDatabase, rows: number): Promise<Budget> {
  const sizes = await runSql(
    database,
    `select 'attempts' as name, sum(pg_table_size(oid)) as heap, sum(pg_indexes_size(oid)) as indexes,
        sum(reltuples) as rows, 1 as partitions from pg_class where oid = 'attempts'::regclass
      union all select relname, pg_table_size(oid), pg_indexes_size(oid), reltuples, 1 from pg_class
        where relnamespace = current_schema()::regnamespace and relname in ${tables} and relname <> 'attempts'
      union all select 'events', sum(pg_table_size(inhrelid)), sum(pg_indexes_size(inhrelid)), sum(reltuples), count(*)
        from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'events'::regclass`,
  )
  printTable(
    ['table', 'rows', 'partitions', 'GB', 'GB of indexes'],
    sizes.map(({ name, rows, partitions, heap, indexes }) =>
      [name, Math.round(Number(rows)), partitions, gigabytes(heap), gigabytes(indexes)].map(String),
    ),
  )
  const ofIndexes = await runSql(
    database,
    `select coalesce(parent.relname, case when root.relname = 'events' then 'events, by id' else own.relname end) as name,
      count(*) as parts, sum(pg_relation_size(own.oid)) as bytes
    from pg_index join pg_class as own on own.oid = indexrelid
    join pg_class as holder on holder.oid = indrelid
    left join pg_inherits as of_table on of_table.inhrelid = indrelid
    left join pg_class as root on root.oid = of_table.inhparent
    left join pg_inherits as of_index on of_index.inhrelid = indexrelid
    left join pg_class as parent on parent.oid = of_index.inhparent
    where (holder.relname in ${tables} or root.relname = 'events') and holder.relkind = 'r'
    group by 1 order by bytes desc`,
  )
  printTable(
    ['index', 'parts', 'GB'],
    ofIndexes.map(({ name, parts, bytes }) => [String(name), String(parts), gigabytes(bytes)]),
  )
  const [all] = await runSql(database, 'select pg_database_size(current_database()) as bytes')
  const limit = rows * bytesOfRow
  return {
    promise: `${rows} rows take at most ${(limit / 1e9).toFixed(1)} GB`,
    isKept: Number(all?.bytes) <= limit,
    figure: `${gigabytes(all?.bytes)} GB`,
  }
}

type PaymentAt = (index: number) => ReturnType<typeof slimPayment>

/** Everything that visitors, staff, workers and monitoring ask. */
async function ask(database: OpenDatabase, paymentAt: PaymentAt, payments: number): Promise<Budget[]> {
  const random = seededRandom(5)
  const { reader, due } = createStores(database, Date.now)
  const outbox = createOutboxStore(database, Date.now)
  const dayEvents = createDayEvents(database)
  const ids = await idsOf(database, random)
  const anyPayment = () => paymentAt(Math.floor(random() * payments))
  const anyOf = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? ''
  const claim = { limit: 10, leaseMs: minute }
  const typed = (kind: 'paying number' | 'reference' | 'receiving number') =>
    searches[kind]?.(anyPayment(), String) ?? { text: '' }
  const questions: Readonly<Record<string, () => Promise<unknown>>> = {
    'status of a payment': () => reader.payment(anyOf(ids)),
    'payment with its history': () => paymentHistory(database.db, anyPayment().reference),
    'find by paying number': () => find(database.db, market, typed('paying number')),
    'find by receiving number': () => find(database.db, market, typed('receiving number')),
    'find by reference': () => find(database.db, market, typed('reference')),
    'claim of due payments': () => due.attempts('mpesa', claim),
    'claim of due deliveries': () => due.deliveries(claim),
    'claim of due messages': () => outbox.claim(claim),
    'figures of the dashboards': () => readWorkFigures(database, Date.now()),
    'last event': () => dayEvents.lastId(),
    'events of a day, first batch': async () => {
      const fromAt = newestAt - Math.floor(random() * (storedFor - day))
      for await (const _ of dayEvents.inTime({ fromAt, untilAt: fromAt + day, lastEventId: Number.MAX_SAFE_INTEGER }))
        return
    },
  }
  const rows: string[][] = []
  const budgets: Budget[] = []
  for (const [question, answer] of Object.entries(questions)) {
    const times: number[] = []
    let failed = 0
    for (let count = 0; count < timesEach; count += 1) {
      const begunAt = performance.now()
      await answer().catch((error: unknown) => {
        if (!isUnavailable(error)) throw error
        failed += 1
      })
      times.push(performance.now() - begunAt)
    }
    const p99 = quantile(times, 0.99)
    rows.push([question, ...[Math.min(...times), median(times), p99, Math.max(...times)].map(ms), String(failed)])
    const limit = question.startsWith('events of a day') ? promisedBatchMs : promisedMs
    budgets.push({ promise: `${question} within ${limit} ms (p99)`, isKept: p99 <= limit, figure: ms(p99) })
  }
  printTable([`${timesEach} times`, 'least', 'p50', 'p99', 'longest', 'timed out'], rows)
  return budgets
}

/** The limit is longer than a visitor waits. */
const isUnavailable = (error: unknown) => error instanceof PortalError && error.code === 'database_unavailable'

/** The sample is spread over all of them. */
async function idsOf(database: OpenDatabase, random: () => number): Promise<readonly string[]> {
  const rows = await runSql(database, 'select id from attempts tablesample system (1) repeatable (1) limit 100000')
  const ids = rows.map(({ id }) => String(id))
  return ids.length > 0 ? ids.toSorted(() => random() - 0.5).slice(0, 10_000) : []
}

const changedShare = 50
const vacuumWithinMs = 15 * minute

/** Changes one payment in fifty, as payments themselves change, and waits until the server has cleaned up after it. */
async function measureVacuum(database: OpenDatabase): Promise<Budget[]> {
  const vacuums = async () => {
    const rows = await runSql(
      database,
      `select autovacuum_count as count from pg_stat_user_tables where relname = 'attempts'`,
    )
    return Number(rows[0]?.count)
  }
  const before = await vacuums()
  const begunAt = performance.now()
  await withoutTimeouts(() =>
    runSql(database, `update attempts set checks = checks + 1 where hashtext(id) % ${changedShare} = 0`),
  )
  const changedAt = performance.now()
  console.log(`one payment in ${changedShare} changed within ${ms(changedAt - begunAt)}`)
  for (;;) {
    const isClean = (await vacuums()) > before
    const passed = performance.now() - changedAt
    if (isClean || passed > vacuumWithinMs) {
      await printVacuum(database)
      const figure = isClean ? `after ${Math.round(passed / 1000)} s` : 'no'
      return [{ promise: 'a table of which a fiftieth has changed is vacuumed by itself', isKept: isClean, figure }]
    }
    await sleep(1_000)
  }
}

async function printVacuum(database: OpenDatabase): Promise<void> {
  const rows = await runSql(
    database,
    `select case when relname like 'events%' then 'events' else relname end as name, sum(n_live_tup) as live,
      sum(n_dead_tup) as dead, max(greatest(last_vacuum, last_autovacuum))::timestamp(0)::text as vacuumed,
      sum(autovacuum_count) as by_itself
    from pg_stat_user_tables where relname in ${tables} or relname like 'events%' group by 1 order by 1`,
  )
  printTable(
    ['table', 'rows', 'dead rows', 'last vacuum', 'of its own'],
    rows.map(({ name, live, dead, vacuumed, by_itself }) =>
      [name, live, dead, vacuumed ?? 'never', by_itself].map(String),
    ),
  )
}

/** Returns the part of a month that is the oldest, and the month after it. */
async function dropMonths(database: OpenDatabase): Promise<Budget[]> {
  const [oldest] = await runSql(
    database,
    `select name, ends_at, (select sum(pg_total_relation_size(name::regclass)) from event_months() as all_of
        where all_of.ends_at <= months.ends_at) as bytes
      from event_months() as months order by ends_at offset 1 limit 1`,
  )
  const forget = forgetPayments(database)
  const before = Number(oldest?.ends_at)
  const times: number[] = []
  for (let month = 0; month < 2; month += 1) {
    const begunAt = performance.now()
    await forget({ before, limit: 100 })
    times.push(performance.now() - begunAt)
  }
  const begunAt = performance.now()
  const { rows } = await forget({ before, limit: 100 })
  console.log(`months dropped within ${times.map(ms).join(' and ')} (${gigabytes(oldest?.bytes)} GB of history);`)
  console.log(`then ${rows} of their orders, with all that belongs to them, within ${ms(performance.now() - begunAt)}`)
  const [left] = await runSql(database, `select to_regclass('${oldest?.name}') is null as is_gone`)
  return [
    {
      promise: 'the history of a month that is past its time is dropped',
      isKept: left?.is_gone === true,
      figure: String(oldest?.name),
    },
  ]
}
