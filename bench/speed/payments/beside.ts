import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withoutTimeouts } from '@nyanja/database/transaction'
import { readCommand } from '../../../scripts/command.mjs'
import { runSql, startOwnPostgres } from '../../environment/database.ts'
import type { Budget } from '../../environment/results.ts'
import { assertRoom, type Cleanup, printBudgets, printTable, ratio, runBench } from '../../environment/run-bench.ts'
import { capturedOf, fillDay } from '../finance/fill-days.ts'
import { importIn, type PaystackRow, writePaystackFile } from '../reconciliation/run-import.ts'
import { type LoadSetup, setUpOnPostgres, setUpOnSqlite } from './load-setup.ts'
import { runStep, type Step } from './load-step.ts'

const engines = ['sqlite', 'postgres', 'both']
const { values } = readCommand({
  name: 'npm run bench -- beside',
  about: 'Measures payments alone, and while the worker closes days and settlement files are imported.',
  options: {
    rate: { type: 'string', default: '50', value: 'count', about: 'payments a second' },
    seconds: { type: 'string', default: '12', value: 'count', about: 'how long each measurement lasts' },
    rounds: { type: 'string', default: '2', value: 'count', about: 'how often each of the two is measured' },
    days: { type: 'string', default: '12', value: 'count', about: 'days that are closed and imported' },
    payments: { type: 'string', default: '50000', value: 'count', about: 'payments of each of these days' },
    engine: { type: 'string', default: 'both', value: 'name', choices: engines, about: engines.join(', ') },
  },
})

const leastShare = 0.95
const bytesOfPayment = 7_000
const dayMs = 86_400_000
/** The time is midnight in Blantyre. */
const midnightAgo = (days: number) => Math.floor(Date.now() / dayMs - days) * dayMs - 2 * 3_600_000
const load = { perSecond: Number(values.rate), seconds: Number(values.seconds) }
/** It runs after each restart, until the engine's compiler has seen the code. */
const warmUp = { perSecond: Number(values.rate), seconds: 15 }

/** The last one ended yesterday evening, so that all are due. */
const days = Array.from({ length: Number(values.days) }, (_, at) => ({
  ...{ name: `day${at}`, fromAt: midnightAgo(Number(values.days) + 1 - at), payments: Number(values.payments) },
}))

function* rowsOf(day: (typeof days)[number]): Generator<PaystackRow> {
  for (const { id, amountMinor, at, isReversed } of capturedOf(day)) {
    const row = { providerReference: `P-${id}`, reference: id, amountMinor, at }
    yield { ...row, type: 'transaction' }
    if (isReversed) yield { ...row, type: 'reversal' }
  }
}

/** Adds the days with their events, and a settlement file of each. */
async function fill({ database }: LoadSetup, folder: string): Promise<readonly string[]> {
  const isSqlite = database.engine === 'sqlite'
  await withoutTimeouts(() =>
    database.db.connection().execute(async (db) => {
      const own = { ...database, db }
      await runSql(own, isSqlite ? 'pragma foreign_keys = 0' : 'set session_replication_role = replica')
      for (const day of days) await fillDay(own, day)
      await runSql(own, isSqlite ? 'pragma foreign_keys = 1' : 'set session_replication_role = origin')
      await runSql(own, 'analyze')
    }),
  )
  const files: string[] = []
  for (const day of days) {
    const file = path.join(folder, `${database.engine}-${day.name}.csv`)
    await writePaystackFile(file, rowsOf(day))
    files.push(file)
  }
  return files
}

const closedTables = ['close_checks', 'day_sales', 'day_steps', 'day_failures', 'day_delivery_times', 'closed_days']
const importTables = ['reconciliation_cases', 'statement_balances', 'settlement_rows', 'settlement_imports']

const triggersOfClosed = `select name, sql from sqlite_master where type = 'trigger'
  and tbl_name in (${closedTables.map((table) => `'${table}'`).join(', ')})`

/** Statements that let closed days be deleted, and those that forbid it again. */
async function unlockClosed(own: Parameters<typeof runSql>[0], isSqlite: boolean) {
  if (!isSqlite)
    return { begin: ['set session_replication_role = replica'], end: ['set session_replication_role = origin'] }
  const triggers = await runSql(own, triggersOfClosed)
  return { begin: triggers.map(({ name }) => `drop trigger ${name}`), end: triggers.map(({ sql }) => String(sql)) }
}

/** Resets the tables as if no day was closed and no file imported. */
async function forgetWork({ database }: LoadSetup): Promise<void> {
  await withoutTimeouts(() =>
    database.db.connection().execute(async (db) => {
      const own = { ...database, db }
      const { begin, end } = await unlockClosed(own, database.engine === 'sqlite')
      const deletes = [...closedTables, ...importTables].map((table) => `delete from ${table}`)
      for (const statement of [...begin, ...deletes, ...end]) await runSql(own, statement)
    }),
  )
}

async function restart({ portals }: LoadSetup, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  for (const { portal } of portals) await portal.stop()
  await meanwhile()
  for (const { portal } of portals) await portal.start()
}

async function measureAlone(setup: LoadSetup): Promise<Step> {
  await restart(setup)
  await runStep(setup, warmUp)
  return runStep(setup, load)
}

interface Beside {
  readonly step: Step
  /** Days that were closed, and files that were imported, when the load had ended. */
  readonly closed: number
  readonly imported: number
}

/** A worker that starts closes all days that are due, one after the other. */
async function measureBeside(setup: LoadSetup, files: readonly string[]): Promise<Beside> {
  await restart(setup, () => forgetWork(setup))
  let imported = 0
  let isLoaded = true
  const address = 'url' in setup.address ? setup.address.url : setup.address.file
  const importing = (async () => {
    for (const file of files) {
      if (!isLoaded) return
      await importIn(address, file)
      imported += 1
    }
  })()
  await runStep(setup, warmUp)
  const step = await runStep(setup, load)
  const result = { step, closed: await countClosed(setup), imported }
  isLoaded = false
  await importing
  while ((await countClosed(setup)) < days.length) await sleep(500)
  return result
}

async function countClosed({ database }: LoadSetup): Promise<number> {
  const [{ count } = {}] = await runSql(database, 'select count(*) as count from closed_days')
  return Number(count)
}

async function measureOn(setup: LoadSetup, folder: string): Promise<boolean> {
  const files = await fill(setup, folder)
  console.log(`${setup.engine}: ${days.length} days of ${values.payments} payments are stored`)
  const alone: Step[] = []
  const beside: Beside[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) {
    beside.push(await measureBeside(setup, files))
    alone.push(await measureAlone(setup))
  }
  const steps = [alone, beside.map(({ step }) => step)] as const
  const rates = steps.map((each) => mean(each.map((step) => step.deliveredPerSecond)))
  printTable(
    [setup.engine, 'alone', 'beside', 'ratio'],
    [
      row('delivered per second', rates, 1),
      ...(['p50Ms', 'p99Ms', 'ownP99Ms'] as const).map((figure) =>
        row(
          figure.replace('Ms', ' ms'),
          steps.map((each) => mean(each.map((step) => step[figure]))),
          0,
        ),
      ),
      row(
        'load of a portal core',
        steps.map((each) => mean(each.map((step) => step.portalLoad))),
        2,
      ),
    ],
  )
  for (const { closed, imported } of beside) console.log(`${closed} days closed and ${imported} files imported so far`)
  return printBudgets(budgetsOf(setup.engine, { rates, beside, all: steps.flat() }))
}

const mean = (figures: readonly number[]) => figures.reduce((sum, one) => sum + one, 0) / figures.length

function row(what: string, [alone = Number.NaN, beside = Number.NaN]: readonly number[], digits: number) {
  return [what, alone.toFixed(digits), beside.toFixed(digits), ratio(beside / alone)]
}

interface Results {
  readonly rates: readonly number[]
  readonly beside: readonly Beside[]
  readonly all: readonly Step[]
}

function budgetsOf(engine: string, { rates: [alone = 0, beside = 0], beside: works, all }: Results): readonly Budget[] {
  const isWorking = works.every(({ closed, imported }) => closed < days.length && imported < days.length)
  const isDelivered = all.every(({ begun, succeeded }) => begun === succeeded)
  return [
    {
      promise: `the rate of payments falls by at most ${Math.round((1 - leastShare) * 100)} % on ${engine}`,
      isKept: beside / alone >= leastShare,
      figure: ratio(beside / alone),
    },
    { promise: `every payment was delivered on ${engine}`, isKept: isDelivered, figure: isDelivered ? 'yes' : 'no' },
    {
      promise: `the close and the import lasted as long as the load on ${engine} (otherwise give more days)`,
      isKept: isWorking,
      figure: isWorking ? 'yes' : 'no',
    },
  ]
}

async function measureAll(cleanup: Cleanup): Promise<boolean> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-beside-'))
  cleanup(() => rmSync(folder, { recursive: true, force: true }))
  assertRoom(folder, { diskBytes: days.length * Number(values.payments) * bytesOfPayment })
  const results: boolean[] = []
  const options = { approveAfterMs: 500 }
  if (values.engine !== 'postgres') {
    const setup = await setUpOnSqlite(options, cleanup)
    results.push(await measureOn(setup, folder))
    await stopAll(setup)
  }
  if (values.engine !== 'sqlite') {
    const postgres = await startOwnPostgres()
    cleanup(() => postgres.close())
    results.push(await measureOn(await setUpOnPostgres({ ...options, postgres, name: 'portal' }, cleanup), folder))
  }
  return results.every(Boolean)
}

/** Stops all, so that the next engine has the machine to itself. */
async function stopAll({ portals, environment }: LoadSetup): Promise<void> {
  for (const { portal } of portals) await portal.stop()
  await environment.sandbox.stop()
}

await runBench('Payments beside a close and an import', measureAll)
