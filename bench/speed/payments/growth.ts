import type { OpenDatabase } from '@nyanja/server/db/schema'
import { readCommand } from '../../../scripts/command.mjs'
import { runSql, startOwnPostgres } from '../../environment/database.ts'
import type { Budget } from '../../environment/results.ts'
import { assertRoom, type Cleanup, printBudgets, printTable, runBench } from '../../environment/run-bench.ts'
import { fillSlim, fillUp, type LoadSetup, setUpOnPostgres, slimBytes } from './load-setup.ts'
import { runStep, type Step } from './load-step.ts'
import { measureIdle, type Spent, withoutIdling } from './readings.ts'
import { measureStoredRows } from './stored-rows.ts'

/** Compares the cost of one payment beside few stored payments and beside many: the same load on both by turns. */
const { values } = readCommand({
  name: 'npm run bench -- growth',
  about: 'Compares what a payment costs beside few stored payments and beside many.',
  options: {
    few: { type: 'string', default: '1000', value: 'count', about: 'stored payments on one side' },
    many: { type: 'string', default: '1000000', value: 'count', about: 'stored payments on the other' },
    rate: { type: 'string', default: '20', value: 'count', about: 'payments a second' },
    seconds: { type: 'string', default: '30', value: 'count', about: 'how long each measurement lasts' },
    rounds: { type: 'string', default: '4', value: 'count', about: 'how often each side is measured' },
    rows: {
      type: 'string',
      default: '0',
      value: 'count',
      about:
        'instead: sizes and queries of two years with this many rows of attempts, events and messages; long form: 100000000',
    },
  },
})
const mostGrowth = 1.1
const statementsShown = 10
/** Real payments are too large beyond it for the disk of a machine that measures. */
const mostCopies = 2_000_000
const isSlim = Number(values.many) > mostCopies

interface Side {
  readonly setup: LoadSetup
  readonly idle: Spent
  readonly steps: Step[]
}

async function measureGrowth(cleanup: Cleanup): Promise<boolean> {
  if (isSlim) assertRoom('/tmp', { diskBytes: Number(values.many) * slimBytes })
  const postgres = await startOwnPostgres()
  cleanup(() => postgres.close())
  const open = async (name: string, payments: number) => {
    const filled = isSlim ? { beforeStart: (database: OpenDatabase) => fillSlim(database, payments) } : {}
    const setup = await setUpOnPostgres({ approveAfterMs: 500, postgres, name, ...filled }, cleanup)
    // `fillUp` copies these payments; and the engine's compiler needs to have seen the code.
    await runStep(setup, { perSecond: 10, seconds: 10 })
    if (!isSlim) await fillUp(setup.address, payments)
    console.log(`${payments} payments are stored`)
    return setup
  }
  const setups = [await open('few', Number(values.few)), await open('many', Number(values.many))]
  const seconds = Number(values.seconds)
  const sides: Side[] = []
  for (const setup of setups) sides.push({ setup, idle: await measureIdle(setup, seconds), steps: [] })
  for (const { setup } of sides) await runSql(setup.database, forgetStatements)
  for (let round = 0; round < Number(values.rounds); round++)
    for (const { setup, steps } of sides) steps.push(await runStep(setup, { perSecond: Number(values.rate), seconds }))
  const [few, many] = sides
  return few !== undefined && many !== undefined && (await report(few, many))
}

const forgetStatements =
  'select pg_stat_statements_reset(0, (select oid from pg_database where datname = current_database()), 0)'

async function report(few: Side, many: Side): Promise<boolean> {
  const [costOfFew, costOfMany] = [costOf(few), costOf(many)]
  const budgets: Budget[] = Object.entries(costOfFew).map(([what, cost]) => {
    const grown = (costOfMany[what] ?? Number.NaN) / cost
    return {
      promise: `${what} of a payment grows at most ${mostGrowth} × with ${values.many} payments`,
      isKept: grown <= mostGrowth,
      figure: `${grown.toFixed(2)} × (${cost.toFixed(2)} → ${costOfMany[what]?.toFixed(2)})`,
    }
  })
  await printStatements(few, many)
  const isDelivered = [...few.steps, ...many.steps].every(({ begun, succeeded }) => begun === succeeded)
  const all = { promise: 'every payment was delivered', isKept: isDelivered, figure: isDelivered ? 'yes' : 'no' }
  return printBudgets([all, ...budgets])
}

/** Milliseconds for each payment. */
function costOf({ steps, idle }: Side): Readonly<Record<string, number>> {
  const payments = paymentsOf(steps)
  const spent = steps.map((step) => withoutIdling(step.spent, idle))
  const perPayment = (figure: (one: Spent) => number) => spent.reduce((sum, one) => sum + figure(one), 0) / payments
  return {
    'processor time of the portal': perPayment(({ cpuMs }) => cpuMs.portal),
    'processor time of PostgreSQL': perPayment(({ cpuMs }) => cpuMs.postgres),
    'time of statements': perPayment(({ database }) => database?.statementMs ?? Number.NaN),
  }
}

const paymentsOf = (steps: readonly Step[]) => steps.reduce((sum, { begun }) => sum + begun, 0)

/** Lists the statements that grew most. */
async function printStatements(few: Side, many: Side): Promise<void> {
  const [ofFew, ofMany] = [await statementsOf(few), await statementsOf(many)]
  const grown = [...ofMany]
    .map(([query, ms]) => ({ query, msOfFew: ofFew.get(query) ?? 0, ms }))
    .toSorted((left, right) => right.ms - right.msOfFew - (left.ms - left.msOfFew))
    .slice(0, statementsShown)
  const rows = grown.map(({ query, msOfFew, ms }) => [query.slice(0, 140), msOfFew.toFixed(3), ms.toFixed(3)])
  printTable(['statement, ms for each payment', `${values.few}`, `${values.many}`], rows)
}

async function statementsOf({ setup, steps }: Side): Promise<ReadonlyMap<string, number>> {
  const rows = await runSql(
    setup.database,
    `select query, sum(total_exec_time) as ms from pg_stat_statements
    where dbid = (select oid from pg_database where datname = current_database()) group by query`,
  )
  return new Map(rows.map(({ query, ms }) => [String(query).replaceAll(/\s+/g, ' '), Number(ms) / paymentsOf(steps)]))
}

const rows = Number(values.rows)
await (rows > 0
  ? runBench(`Two years of payments in ${rows} rows`, (cleanup) => measureStoredRows(rows, cleanup))
  : runBench('Payments beside few and beside many', measureGrowth))
