import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DataKeys } from '@nyanja/database/data-keys'
import type { DatabaseAddress } from '@nyanja/database/open'
import { withoutTimeouts } from '@nyanja/database/transaction'
import { migrateTables } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { readMarket } from '@nyanja/server/settings/market'
import { buildIfStale } from '../../../scripts/build.mjs'
import { readCommand } from '../../../scripts/command.mjs'
import { seededRandom } from '../../environment/arrivals.ts'
import { startOwnPostgres } from '../../environment/database.ts'
import type { Budget } from '../../environment/results.ts'
import { assertRoom, type Cleanup, printBudgets, printTable, runBench } from '../../environment/run-bench.ts'
import { median, quantile } from '../../environment/statistics.ts'
import { type AnsweredSearch, askConsole, searchKey } from './agents.ts'
import { fillPayments, slimPayment } from './fill-payments.ts'
import { readsOfAll } from './plans.ts'
import { find, searches, type Typed } from './searches.ts'

const engines = ['sqlite', 'postgres', 'both']
const { values } = readCommand({
  name: 'npm run bench -- search',
  about: 'Measures how the console finds payments: each kind of find, then the searches of many agents.',
  options: {
    rows: { type: 'string', default: '200000', value: 'count', about: 'stored payments; long form: 10000000' },
    engine: { type: 'string', default: 'both', value: 'name', choices: engines, about: engines.join(', ') },
    finds: { type: 'string', default: '300', value: 'count', about: 'of each kind' },
    rate: { type: 'string', default: '1000', value: 'count', about: 'searches of agents a minute' },
    seconds: { type: 'string', default: '60', value: 'count', about: 'how long the agents search' },
  },
})

const promisedMs = 100
const keys = new DataKeys({ current: searchKey, earlier: [] })
/** The bytes with all indexes; PostgreSQL also has its log. */
const bytesOfPayment = 3_000
const leastMemory = 2e9
const rows = Number(values.rows)
const newestAt = Date.now() - 3_600_000
const market = readMarket(path.join(import.meta.dirname, '../../../apps/portal/markets/mw.json'))

const clock = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: market.timeZone, dateStyle: 'short', timeStyle: 'short' },
})
const localTime = (at: number) => clock.format(at)

/** A different payment each time, of those that can be found so. */
function typedBy(kind: string, random: () => number): Typed {
  for (;;) {
    const typed = searches[kind]?.(slimPayment(Math.floor(random() * rows), newestAt), localTime)
    if (typed !== undefined) return typed
  }
}

interface Kind {
  readonly kind: string
  readonly tookMs: readonly number[]
  readonly readsOfAll: readonly string[]
}

async function measureKind(database: OpenDatabase, kind: string, random: () => number): Promise<Kind> {
  const plans = await readsOfAll(database, (db) => find(db, market, typedBy(kind, random)))
  const tookMs: number[] = []
  for (let index = 0; index < Number(values.finds); index += 1) {
    const typed = typedBy(kind, random)
    const begunAt = performance.now()
    await find(database.db, market, typed)
    tookMs.push(performance.now() - begunAt)
  }
  return { kind, tookMs, readsOfAll: plans }
}

interface Measured {
  readonly engine: string
  readonly kinds: readonly Kind[]
  readonly answered: readonly (AnsweredSearch | undefined)[]
}

interface Place {
  readonly address: DatabaseAddress
  readonly folder: string
}

async function measureOn(engine: string, { address, folder }: Place, cleanup: Cleanup): Promise<Measured> {
  const database = openDatabase(address)
  await migrateTables(database)
  const begunAt = performance.now()
  await withoutTimeouts(() => fillPayments(database, { rows, newestAt }))
  await database.close()
  console.log(`${engine}: ${rows} payments stored in ${Math.round((performance.now() - begunAt) / 1000)} s`)
  const reader = openDatabase({ ...('url' in address ? address : { ...address, isBeside: true }), keys })
  const random = seededRandom(11)
  const names = Object.keys(searches)
  const kinds: Kind[] = []
  for (const kind of names) kinds.push(await measureKind(reader, kind, random))
  await reader.close()
  const next = () => typedBy(names[Math.floor(random() * names.length)] ?? '', random)
  const load = { perSecond: Number(values.rate) / 60, seconds: Number(values.seconds), next }
  const url = 'url' in address ? address.url : undefined
  return { engine, kinds, answered: await askConsole({ folder, url, ...load }, cleanup) }
}

async function measureAll(cleanup: Cleanup): Promise<boolean> {
  await buildIfStale()
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-search-'))
  cleanup(() => rmSync(folder, { recursive: true, force: true }))
  const measured: Measured[] = []
  if (values.engine !== 'postgres') {
    assertRoom(folder, { diskBytes: rows * bytesOfPayment, memoryBytes: leastMemory })
    const file = path.join(folder, 'portal.db')
    measured.push(await measureOn('SQLite', { address: { file }, folder }, cleanup))
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
  }
  if (values.engine !== 'sqlite') {
    assertRoom(folder, { diskBytes: rows * bytesOfPayment, memoryBytes: leastMemory })
    const postgres = await startOwnPostgres()
    cleanup(() => postgres.close())
    const url = await postgres.createDatabase('search')
    measured.push(await measureOn('PostgreSQL', { address: { url }, folder }, cleanup))
  }
  for (const one of measured) print(one)
  return printBudgets(measured.flatMap(budgetsOf))
}

const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`

function print({ engine, kinds, answered }: Measured): void {
  console.log(`\n${engine}, ${rows} payments`)
  printTable(
    ['find by', 'p50', 'p99', 'longest', 'steps that read all'],
    kinds.map(({ kind, tookMs, readsOfAll: steps }) => [
      ...[kind, ms(median(tookMs)), ms(quantile(tookMs, 0.99)), ms(Math.max(...tookMs)), steps.join(', ') || 'none'],
    ]),
  )
  const times = answered.filter((one) => one !== undefined)
  printTable(
    [`${values.rate} searches a minute`, 'p50', 'p99', 'failed'],
    [
      ['answer', ...bothOf(times.map(({ foundMs }) => foundMs)), String(answered.length - times.length)],
      ['with its page', ...bothOf(times.map(({ shownMs }) => shownMs)), ''],
    ],
  )
}

const bothOf = (times: readonly number[]) => [ms(median(times)), ms(quantile(times, 0.99))]

function budgetsOf({ engine, kinds, answered }: Measured): readonly Budget[] {
  const times = answered.flatMap((one) => one?.foundMs ?? [])
  const slowest = Math.max(...kinds.map(({ tookMs }) => quantile(tookMs, 0.99)))
  const withoutIndex = kinds.filter(({ readsOfAll: steps }) => steps.length > 0)
  const p99 = quantile(times, 0.99)
  return [
    {
      promise: `every kind of find uses an index on ${engine}`,
      isKept: withoutIndex.length === 0,
      figure: withoutIndex.length === 0 ? 'yes' : withoutIndex.map(({ kind }) => kind).join(', '),
    },
    {
      promise: `each kind of find within ${promisedMs} ms (p99) among ${rows} payments on ${engine}`,
      isKept: slowest <= promisedMs,
      figure: ms(slowest),
    },
    {
      promise: `${values.rate} searches a minute answered within ${promisedMs} ms (p99) on ${engine}, none failing`,
      isKept: p99 <= promisedMs && times.length === answered.length,
      figure: `${ms(p99)}, ${answered.length - times.length} failed`,
    },
  ]
}

await runBench('How the console finds payments', measureAll)
