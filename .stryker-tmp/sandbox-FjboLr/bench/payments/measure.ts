// @ts-nocheck
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../apps/portal/server/db/open.ts'
import { audit, printAudit } from '../audit/audit.ts'
import { createSchema } from '../stage/database.ts'
import { printBudgets, printTable } from '../stage/figures.ts'
import { type Cleanup, runBench } from '../stage/run-bench.ts'
import { SandboxDoor } from '../stage/sandbox-door.ts'
import { openStage } from '../stage/stage.ts'
import { runStep, type Step } from './step.ts'

const { values } = parseArgs({
  options: {
    rates: { type: 'string', default: '20,40,60,80,100,120,140,160' },
    seconds: { type: 'string', default: '15' },
    /** A PostgreSQL server to use as well as SQLite. */
    database: { type: 'string', ...(process.env.TEST_DATABASE_URL && { default: process.env.TEST_DATABASE_URL }) },
    engine: { type: 'string', default: 'both' },
    /** Milliseconds until the payer has typed the PIN. */
    'approve-after': { type: 'string', default: '500' },
    /** For the portal's process: `--node-options='--cpu-prof --cpu-prof-dir=/tmp/profile'`. */
    'node-options': { type: 'string' },
  },
})
const aimPerSecond = 100

async function measureAll(cleanup: Cleanup): Promise<boolean> {
  const results: boolean[] = []
  if (values.engine !== 'postgres') results.push(await ramp('SQLite', undefined, cleanup))
  if (values.engine !== 'sqlite' && values.database !== undefined) {
    const schema = await createSchema(values.database)
    cleanup(() => schema.drop())
    results.push(await ramp('PostgreSQL', schema.url, cleanup))
  }
  return results.every(Boolean)
}

/** Raises the rate until payments no longer all arrive in time. */
async function ramp(engine: string, url: string | undefined, cleanup: Cleanup): Promise<boolean> {
  const stage = await openStage({
    ...(url !== undefined && { settings: { DATABASE_URL: url } }),
    ...(values['node-options'] && { portalNodeOptions: values['node-options'].split(' ') }),
  })
  cleanup(() => stage.close())
  const address = url === undefined ? { file: path.join(stage.folder, 'portal.db'), isBeside: true } : { url }
  const database = openDatabase(address)
  cleanup(() => database.close())
  const sandbox = new SandboxDoor(stage.sandboxOrigin)
  await sandbox.approvePrompts(Number(values['approve-after']))

  console.log(
    `Push payments on ${engine}, ${values.seconds} s at each rate; portal, sandbox, database and load share the machine`,
  )
  await runStep({ stage, database }, { perSecond: 30, seconds: 8 }) // the compiler of the engine needs to have seen the code
  const steps: Step[] = []
  for (const perSecond of values.rates.split(',').map(Number)) {
    const step = await runStep({ stage, database }, { perSecond, seconds: Number(values.seconds) })
    steps.push(step)
    if (!step.isClean) break
  }
  printSteps(steps)
  const clean = steps.filter(({ isClean }) => isClean).at(-1)
  for (const step of new Set([clean, steps.at(-1)])) if (step !== undefined) printStep(step)
  console.log('')
  printAudit(await audit(address, await sandbox.books()))
  const highest = clean?.perSecond ?? 0
  return printBudgets([
    {
      promise: `${aimPerSecond} payments per second on ${engine}, all delivered, 99 % within 5 s`,
      isKept: highest >= aimPerSecond,
      figure: `clean up to ${highest} per second`,
    },
  ])
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`
const whole = (figure: number) => figure.toFixed(0)

function printSteps(steps: readonly Step[]): void {
  const head = [
    'arriving per second',
    'begun',
    'delivered',
    'p50 ms',
    'p99 ms',
    'portal CPU',
    'sandbox CPU',
    'load CPU',
    'RSS MB',
  ]
  const rows = steps.map(({ perSecond, begun, succeeded, p50Ms, p99Ms, cpu, rssMb, isClean }) => [
    `${perSecond}${isClean ? '' : ' (not clean)'}`,
    whole(begun),
    whole(succeeded),
    whole(p50Ms),
    whole(p99Ms),
    percent(cpu.portal),
    percent(cpu.sandbox),
    percent(cpu.load),
    whole(rssMb),
  ])
  printTable(head, rows)
}

function printStep({ perSecond, stages, calls, refusals, begun }: Step): void {
  console.log(`\nWhere the time goes at ${perSecond} per second`)
  printTable(
    ['stage', 'p50 ms', 'p99 ms'],
    stages.map(({ stage, p50Ms, p99Ms }) => [stage, whole(p50Ms), whole(p99Ms)]),
  )
  printTable(
    ['call', 'per payment', 'mean ms'],
    calls.map(({ call, count, meanMs }) => [call, (count / begun).toFixed(2), meanMs.toFixed(1)]),
  )
  for (const [what, count] of refusals) console.log(`${count} × ${what}`)
}

await runBench('Payments from initiate to success', measureAll)
