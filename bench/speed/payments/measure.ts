import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '@nyanja/server/db/open'
import { readCommand } from '../../../scripts/command.mjs'
import { type OwnPostgres, runSql, startOwnPostgres } from '../../environment/database.ts'
import type { Budget } from '../../environment/results.ts'
import { type Cleanup, printBudgets, runBench } from '../../environment/run-bench.ts'
import { audit, printAudit, readState } from '../../invariants/audit.ts'
import { type LoadSetup, setUpOnPostgres, setUpOnSqlite } from './load-setup.ts'
import { runStep, type Step } from './load-step.ts'
import { budgetOfInvariants, printProfile, printSteps } from './print-step.ts'
import { measureIdle, type Spent, withoutIdling } from './readings.ts'

interface PgbenchOptions {
  readonly postgres: OwnPostgres
  /** Transactions that write, of each payment. */
  readonly writes: number
  /** The clients are as many as the portals have connections. */
  readonly clients: number
  readonly seconds: number
}

const components = 10_000

const tables = `
  create table legs (id bigint generated always as identity primary key, state text not null, body text not null,
    checks bigint not null default 0, created_at bigint not null);
  create table events (id bigint generated always as identity primary key, leg_id bigint not null references legs (id),
    from_state text not null, to_state text not null, at bigint not null);
  insert into legs (state, body, created_at) select 'due', repeat('x', 200), n from generate_series(1, ${components}) as n`

/** The shape of a transaction of the portal: an insert, an update, and an event. */
const transaction = `
\\set leg random(1, ${components})
begin;
insert into legs (state, body, created_at) values ('due', repeat('x', 200), 1700000000000);
update legs set state = 'sending', checks = checks + 1 where id = :leg;
insert into events (leg_id, from_state, to_state, at) values (:leg, 'due', 'sending', 1700000000000);
end;
`

/**
 * Measures how many payments a second the database alone could carry, if a payment were no more than its writing
 * transactions: the same server with the same durability, all cores, separate tables.
 */
async function paymentsByPgbench({ postgres, writes, clients, seconds }: PgbenchOptions): Promise<number> {
  const url = await postgres.createDatabase('pgbench')
  const database = openDatabase({ url })
  await runSql(database, tables.replaceAll('\n', ' ')).finally(() => database.close())
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-pgbench-'))
  try {
    const script = path.join(folder, 'payment.sql')
    writeFileSync(script, transaction.repeat(writes))
    const args = ['-n', '-M', 'extended', '-f', script, '-c', String(clients), '-j', '2', '-T', String(seconds), url]
    const { stdout } = await promisify(execFile)(postgres.program('pgbench'), args)
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    if (Number.isNaN(perSecond)) throw new Error(`pgbench printed no rate:\n${stdout}`)
    return perSecond
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const engines = ['sqlite', 'postgres', 'both']
const { values } = readCommand({
  name: 'npm run bench -- payments',
  about: 'Measures push payments from initiate to SUCCESS at a rising rate.',
  options: {
    rates: {
      type: 'string',
      default: '20,40,60,80,100,120,140,160',
      value: 'counts',
      about: 'payments a second, separated by commas',
    },
    seconds: { type: 'string', default: '15', value: 'count', about: 'how long each rate lasts' },
    engine: { type: 'string', default: 'both', value: 'name', choices: engines, about: engines.join(', ') },
    'approve-after': { type: 'string', default: '500', value: 'ms', about: 'until the payer has typed the PIN' },
    encrypt: { type: 'boolean', about: 'personal columns, with a data key' },
    'node-options': { type: 'string', value: 'options', about: 'for the portal process, such as --cpu-prof' },
  },
})
/** Aims are printed and recorded; they do not decide the exit code. */
const aimPerSecond = 200
const aimedAtRate = 50
const aimedOwnPartMs = 100
const aimedWrites = 6
const aimedStatements = 24
const aimedRatio = 2
const setupOptions = {
  approveAfterMs: Number(values['approve-after']),
  nodeOptions: values['node-options']?.split(' '),
  ...(values.encrypt && { dataKeys: `a:${randomBytes(32).toString('base64')}` }),
}

async function measureAll(cleanup: Cleanup): Promise<boolean> {
  const results: boolean[] = []
  if (values.engine !== 'postgres') results.push(await ramp(await setUpOnSqlite(setupOptions, cleanup), 100))
  if (values.engine !== 'sqlite') {
    const postgres = await startOwnPostgres()
    cleanup(() => postgres.close())
    results.push(await ramp(await setUpOnPostgres({ ...setupOptions, postgres, name: 'portal' }, cleanup), 50))
  }
  return results.every(Boolean)
}

/** Raises the rate until payments no longer all arrive in time. */
async function ramp(setup: LoadSetup, promisedPerSecond: number): Promise<boolean> {
  const seconds = Number(values.seconds)
  console.log(
    `Push payments on ${setup.engine}, ${seconds} s at each rate; portal, sandbox, database and load share the machine`,
  )
  await runStep(setup, { perSecond: 30, seconds: 8 }) // The engine's compiler needs to have seen the code.
  const idle = await measureIdle(setup, seconds)
  const steps: Step[] = []
  for (const perSecond of values.rates.split(',').map(Number)) {
    const step = await runStep(setup, { perSecond, seconds })
    steps.push(step)
    if (!step.isClean) break
  }
  printSteps(steps)
  const clean = steps.filter(({ isClean }) => isClean).at(-1)
  for (const step of new Set([clean, steps.at(-1)])) if (step !== undefined) printProfile(step, idle)
  console.log('')
  const report = await audit(setup.address, await readState(setup.address, setup.sandbox))
  printAudit(report)
  const highest = clean?.perSecond ?? 0
  const ofDatabase = clean === undefined ? [] : await aimsOfDatabase(setup, clean, idle)
  const isClean = (wanted: number) => ({ isKept: highest >= wanted, figure: `clean up to ${highest} per second` })
  const isKept = printBudgets([
    {
      promise: `${promisedPerSecond} payments per second on ${setup.engine}, all delivered, 99 % within 5 s`,
      ...isClean(promisedPerSecond),
    },
    budgetOfInvariants(report, setup.engine),
  ])
  printBudgets([
    { promise: `aim: ${aimPerSecond} payments per second on ${setup.engine}`, ...isClean(aimPerSecond) },
    ...steps.filter(({ perSecond }) => perSecond === aimedAtRate).map((step) => aimOfOwnPart(setup.engine, step)),
    ...ofDatabase,
  ])
  return isKept
}

const aimOfOwnPart = (engine: string, step: Step): Budget => ({
  promise: `aim: our own part within ${aimedOwnPartMs} ms (p99) at ${aimedAtRate} per second on ${engine}`,
  isKept: step.ownP99Ms <= aimedOwnPartMs,
  figure: `${step.ownP99Ms.toFixed(0)} ms`,
})

/** The same server without the portal, the sandbox and the load, for the ratio. */
async function aimsOfDatabase(setup: LoadSetup, { perSecond, begun, spent }: Step, idle: Spent): Promise<Budget[]> {
  const { postgres, database, portals } = setup
  const work = withoutIdling(spent, idle).database
  if (postgres === undefined || work === undefined) return []
  const [row = {}] = await runSql(
    database,
    `select count(*) as clients from pg_stat_activity where application_name = 'nyanja-portal' and pid <> pg_backend_pid()`,
  )
  for (const { portal } of portals) await portal.stop()
  const writes = Math.round(work.writes / begun)
  const clients = Number(row.clients)
  const alone = await paymentsByPgbench({ postgres, writes, clients, seconds: Number(values.seconds) })
  console.log(
    `\npgbench alone, ${clients} clients, ${writes} writing transactions a payment: ${alone.toFixed(0)} payments per second, ` +
      `${(alone / perSecond).toFixed(1)} × the portal's highest clean rate`,
  )
  const atMost = (limit: number, what: string, figure: number): Budget => ({
    promise: `aim: at most ${limit} ${what}`,
    isKept: figure <= limit,
    figure: figure.toFixed(1),
  })
  return [
    atMost(aimedWrites, 'transactions that write for each payment', work.writes / begun),
    atMost(aimedStatements, 'statements for each payment', work.statements / begun),
    atMost(aimedRatio, "times the portal's rate by pgbench alone", alone / perSecond),
  ]
}

await runBench('Payments from initiate to success', measureAll)
