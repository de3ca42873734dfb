import { readCommand } from '../../../scripts/command.mjs'
import { runSql, startOwnPostgres } from '../../environment/database.ts'
import { type Cleanup, printBudgets, printTable, runBench } from '../../environment/run-bench.ts'
import { audit, printAudit, untilAtRest } from '../../invariants/audit.ts'
import { type LoadSetup, setUpOnPostgres } from './load-setup.ts'
import { runStep } from './load-step.ts'
import { budgetOfInvariants, printProfile, printSteps } from './print-step.ts'
import { measureIdle } from './readings.ts'

/**
 * The bench holds one rate for half an hour on two processes of the portal and PostgreSQL, all on this machine. The
 * promise: every payment is delivered, the records agree, and the portal's own part of a payment's time (defined in
 * `load-step.ts`) is within a second for 99 of 100; no process passes its limit or keeps growing.
 */
const { values } = readCommand({
  name: 'npm run bench -- endurance',
  about: 'Sustains one rate of payments on two processes with PostgreSQL.',
  options: {
    rate: { type: 'string', default: '50', value: 'count', about: 'payments a second' },
    seconds: { type: 'string', default: '1800', value: 'count', about: 'how long it lasts' },
    'approve-after': { type: 'string', default: '500', value: 'ms', about: 'until the payer has typed the PIN' },
    'old-space': { type: 'string', value: 'MB', about: 'heap limit of each portal process' },
  },
})
const longestOwnPartMs = 1_000
const largestProcessMb = 350
/** A leak of one page of memory for each payment would be 700 MB in an hour. */
const steepestMbAnHour = 30
const sampleMs = 10_000
const restTimeoutMs = 60_000

async function endure(cleanup: Cleanup): Promise<boolean> {
  const postgres = await startOwnPostgres()
  cleanup(() => postgres.close())
  const approveAfterMs = Number(values['approve-after'])
  const oldSpace = values['old-space']
  const nodeOptions = oldSpace === undefined ? [] : [`--max-old-space-size=${oldSpace}`]
  const setup = await setUpOnPostgres({ approveAfterMs, postgres, name: 'portal', nodeOptions }, cleanup)
  const rate = { perSecond: Number(values.rate), seconds: Number(values.seconds) }
  console.log(`Push payments on ${setup.engine}, ${rate.perSecond} per second for ${rate.seconds} s`)
  await runStep(setup, { perSecond: 30, seconds: 8 }) // The engine's compiler needs to have seen the code.
  const idle = await measureIdle(setup, Math.min(rate.seconds, 60))
  const before = await readSizes(setup)
  const memory = sampleMemory(setup)
  const step = await runStep(setup, rate)
  const slope = memory.end()
  const sizes = await readSizes(setup)
  const rest = await untilAtRest(setup.address, setup.sandbox, restTimeoutMs)
  const report = await audit(setup.address, rest)

  printSteps([step])
  printProfile(step, idle)
  console.log('')
  printGrowth(before, sizes)
  console.log('')
  printAudit(report)
  const ownMs = step.ownP99Ms.toFixed(0)
  return printBudgets([
    {
      promise: `all of ${rate.perSecond} payments per second for ${rate.seconds} s are delivered`,
      isKept: step.succeeded === step.begun && rest.atRestAfterMs !== undefined,
      figure: `${step.succeeded} of ${step.begun}`,
    },
    {
      promise: `the portal's own part is within ${longestOwnPartMs} ms for 99 %`,
      isKept: step.ownP99Ms <= longestOwnPartMs,
      figure: `${ownMs} ms, of ${step.p99Ms.toFixed(0)} ms in all; payer ${approveAfterMs} ms, calls ${step.callsMs.toFixed(0)} ms`,
    },
    {
      promise: `no portal process exceeds ${largestProcessMb} MB`,
      isKept: peakMb(setup) <= largestProcessMb,
      figure: `${peakMb(setup).toFixed(0)} MB`,
    },
    {
      promise: `no portal process grows by more than ${steepestMbAnHour} MB an hour in the second half`,
      isKept: slope <= steepestMbAnHour,
      figure: `${slope.toFixed(0)} MB an hour`,
    },
    budgetOfInvariants(report),
  ])
}

const peakMb = ({ portals }: LoadSetup) => Math.max(...portals.map(({ portal }) => portal.usage().peakRssMb))

/** Reads each process until `end`, which returns the steepest slope of their second half, in MB an hour. */
function sampleMemory({ portals }: LoadSetup) {
  const samples = portals.map((): Reading[] => [])
  const timer = setInterval(() => {
    for (const [at, { portal }] of portals.entries())
      samples[at]?.push({ hour: performance.now() / 3_600_000, mb: portal.usage().rssMb })
  }, sampleMs)
  return {
    end() {
      clearInterval(timer)
      return Math.max(...samples.map((each) => slopeOf(each.slice(Math.floor(each.length / 2)))))
    },
  }
}

interface Reading {
  readonly hour: number
  readonly mb: number
}

/** The slope of the line with the least squares. */
function slopeOf(readings: readonly Reading[]): number {
  const mean = (of: (reading: Reading) => number) => readings.reduce((sum, one) => sum + of(one), 0) / readings.length
  const [hour, mb] = [mean((one) => one.hour), mean((one) => one.mb)]
  const spread = mean((one) => (one.hour - hour) ** 2)
  return spread === 0 ? 0 : mean((one) => (one.hour - hour) * (one.mb - mb)) / spread
}

/** What grows with a leak: memory of processes, and tables with their indexes. */
async function readSizes(setup: LoadSetup): Promise<ReadonlyMap<string, string>> {
  const tables = await runSql(
    setup.database,
    `select relname, pg_total_relation_size(oid) / 1024 as kb from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_total_relation_size(oid) > 100000
    order by relname`,
  )
  const processes = setup.portals.map(({ portal }, index) => [`portal ${index + 1}`, portal] as const)
  return new Map([
    ...[...processes, ['sandbox', setup.environment.sandbox] as const].map(
      ([name, service]) => [`memory of ${name}`, `${service.usage().rssMb.toFixed(0)} MB`] as const,
    ),
    ...tables.map(({ relname, kb }) => [`table ${relname}`, `${kb} KB`] as const),
  ])
}

function printGrowth(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): void {
  printTable(
    ['size', 'before', 'after'],
    [...after].map(([what, size]) => [what, before.get(what) ?? 'small', size]),
  )
}

await runBench('Payments for a long time', endure)
