import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createFinance } from '@nyanja/back-office/wiring/finance'
import { withoutTimeouts } from '@nyanja/database/transaction'
import { migrateTables } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { readMarket } from '@nyanja/server/settings/market'
import { readCommand } from '../../../scripts/command.mjs'
import { runSql, startOwnPostgres } from '../../environment/database.ts'
import type { Budget } from '../../environment/results.ts'
import { assertRoom, type Cleanup, printBudgets, printTable, runBench } from '../../environment/run-bench.ts'
import { median } from '../../environment/statistics.ts'
import { fillDay, fillReports } from './fill-days.ts'

const { values } = readCommand({
  name: 'npm run bench -- finance',
  about: 'Measures the close of a day, its reports and its exports, on both databases.',
  options: {
    payments: { type: 'string', default: '500000', value: 'count', about: 'payments of the measured day' },
    few: { type: 'string', default: '50000', value: 'count', about: 'payments of the day before it' },
    engines: { type: 'string', default: 'sqlite,postgres', value: 'names', about: 'the databases' },
  },
})

const promisedCloseMs = 60_000
/** The memory in use, without garbage, beyond that of a day with a tenth of the payments. */
const promisedGrowthMb = 5
const promisedReportMs = 100
const bytesOfPayment = 6_000
const dayMs = 86_400_000
/** The time is midnight in Blantyre. */
const firstDay = Date.parse('2026-11-18T22:00:00Z')

interface Measured {
  readonly engine: string
  readonly fewMs: number
  readonly closeMs: number
  /** The time of this process and of the server. */
  readonly cpuMs: number
  readonly fewMb: number
  readonly closeMb: number
  readonly blockedMs: number
  readonly checkMs: number
  readonly growthMb: number
  readonly reportMs: number
  readonly csvMs: number
  readonly parquetMs: number
  readonly exportMb: number
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Returns the most memory that is in use while something works. */
async function measureInUse(work: () => Promise<unknown>): Promise<number> {
  let most = 0
  const sampling = setInterval(() => {
    collectGarbage()
    most = Math.max(most, process.memoryUsage().heapUsed)
  }, 500)
  await work()
  clearInterval(sampling)
  return most / 2 ** 20
}

async function timed(work: () => Promise<unknown>, serverCpuMs: () => number = () => 0) {
  collectGarbage()
  let peak = process.memoryUsage.rss()
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 50)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const [before, cpu, serverBefore] = [performance.now(), process.cpuUsage(), serverCpuMs()]
  await work()
  const ms = performance.now() - before
  const { user, system } = process.cpuUsage(cpu)
  const cpuMs = (user + system) / 1000 + serverCpuMs() - serverBefore
  clearInterval(sampling)
  delay.disable()
  return { ms, cpuMs, mb: peak / 2 ** 20, blockedMs: delay.max / 1e6 }
}

async function fill(database: OpenDatabase): Promise<void> {
  const [few, many] = [Number(values.few), Number(values.payments)]
  await database.db.connection().execute(async (db) => {
    const patient = { ...database, db }
    if (database.engine === 'sqlite')
      for (const off of ['foreign_keys', 'synchronous']) await runSql(patient, `pragma ${off} = 0`)
    else await runSql(patient, 'set session_replication_role = replica')
    await fillReports(patient, { fromAt: firstDay, days: 365 })
    await fillDay(patient, { name: 'few', fromAt: firstDay, payments: few })
    await fillDay(patient, { name: 'many', fromAt: firstDay + dayMs, payments: many })
    if (database.engine === 'sqlite')
      for (const on of ['foreign_keys = 1', 'synchronous = 2']) await runSql(patient, `pragma ${on}`)
  })
  await runSql(database, 'analyze')
}

async function measureOn(engine: string, database: OpenDatabase, serverCpuMs?: () => number): Promise<Measured> {
  await migrateTables(database)
  const filled = await timed(() => withoutTimeouts(() => fill(database)))
  console.log(`${engine}: filled in ${Math.round(filled.ms / 1000)} s`)
  const market = readMarket(path.join(import.meta.dirname, '../../../apps/portal/markets/mw.json'))
  const finance = createFinance({ database, market, now: () => firstDay + 3 * dayMs })
  const close = async () => {
    const result = await finance.closing.closeNext()
    if (result.outcome !== 'closed') throw new Error(`The day was not closed: ${result.outcome}`)
  }
  const few = await timed(close)
  const many = await timed(close, serverCpuMs)
  const check = await timed(() => finance.closing.reproduce('2026-11-20'))
  const fewInUse = await measureInUse(() => finance.closing.reproduce('2026-11-19'))
  const growthMb = (await measureInUse(() => finance.closing.reproduce('2026-11-20'))) - fewInUse
  const year = { from: '2025-11-20', to: '2026-11-20' }
  const reports: number[] = []
  for (let times = 0; times < 20; times += 1) reports.push((await timed(() => finance.reports.sales(year, 'day'))).ms)
  const write = (format: 'csv' | 'parquet') =>
    timed(async () => {
      const range = { from: '2026-11-20', to: '2026-11-20' }
      const result = await finance.exports.open({ name: 'payments', format, range })
      if (result.outcome !== 'ready') throw new Error(result.outcome)
      for await (const _chunk of result.chunks);
    })
  const [csv, parquet] = [await write('csv'), await write('parquet')]
  return {
    ...{
      engine,
      fewMs: few.ms,
      closeMs: many.ms,
      cpuMs: many.cpuMs,
      fewMb: few.mb,
      closeMb: many.mb,
      blockedMs: many.blockedMs,
    },
    ...{ checkMs: check.ms, growthMb, reportMs: median(reports), csvMs: csv.ms, parquetMs: parquet.ms },
    exportMb: Math.max(csv.mb, parquet.mb),
  }
}

async function measureAll(cleanup: Cleanup): Promise<boolean> {
  const engines = values.engines.split(',')
  const measured: Measured[] = []
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-finance-'))
  cleanup(() => rmSync(folder, { recursive: true, force: true }))
  assertRoom(folder, { diskBytes: 2 * (Number(values.payments) + Number(values.few)) * bytesOfPayment })
  if (engines.includes('sqlite')) {
    const sqlite = openDatabase({ file: path.join(folder, 'portal.db') })
    cleanup(() => sqlite.close())
    measured.push(await measureOn('SQLite', sqlite))
  }
  if (engines.includes('postgres')) {
    const server = await startOwnPostgres()
    cleanup(() => server.close())
    const postgres = openDatabase({ url: await server.createDatabase('finance') })
    cleanup(() => postgres.close())
    measured.push(await measureOn('PostgreSQL', postgres, server.cpuMs))
  }
  print(measured)
  return printBudgets(measured.flatMap(budgetsOf))
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const megabytes = (mb: number) => `${mb.toFixed(0)} MB`

function print(measured: readonly Measured[]): void {
  console.log(`A day of ${values.payments} payments after one of ${values.few}; load ${loadavg()[0]?.toFixed(1)}\n`)
  const headings = [
    '',
    `close of ${values.few}`,
    'memory',
    `close of ${values.payments}`,
    'memory',
    'longest wait of others',
  ]
  printTable(
    [...headings, 'added up again', 'sales of a year', 'payments as CSV', 'as Parquet', 'memory'],
    measured.map((one) => [
      ...[
        one.engine,
        seconds(one.fewMs),
        megabytes(one.fewMb),
        seconds(one.closeMs),
        seconds(one.cpuMs),
        megabytes(one.closeMb),
      ],
      ...[`${one.blockedMs.toFixed(0)} ms`, seconds(one.checkMs), `${one.reportMs.toFixed(0)} ms`],
      ...[seconds(one.csvMs), seconds(one.parquetMs), megabytes(one.exportMb)],
    ]),
  )
}

function budgetsOf({ engine, closeMs, growthMb, reportMs }: Measured): Budget[] {
  return [
    {
      promise: `a day of ${values.payments} payments is closed within ${promisedCloseMs / 1000} s on ${engine}`,
      isKept: closeMs <= promisedCloseMs,
      figure: seconds(closeMs),
    },
    {
      promise: `adding it up uses at most ${promisedGrowthMb} MB more than one of ${values.few} on ${engine}`,
      isKept: growthMb <= promisedGrowthMb,
      figure: `${growthMb.toFixed(1)} MB`,
    },
    {
      promise: `the sales of a year are read within ${promisedReportMs} ms on ${engine}`,
      isKept: reportMs <= promisedReportMs,
      figure: `${reportMs.toFixed(0)} ms`,
    },
  ]
}

await runBench('Closing a day', measureAll)
