import path from 'node:path'
import { parseArgs } from 'node:util'
import { migrate } from '../../apps/portal/server/db/migrate.ts'
import { migrations } from '../../apps/portal/server/db/migrations/all.ts'
import { openDatabase } from '../../apps/portal/server/db/open.ts'
import { createSchema } from '../stage/database.ts'
import { type Budget, median, printBudgets, printTable, quantile } from '../stage/figures.ts'
import { seededRandom } from '../stage/random.ts'
import { type Cleanup, runBench } from '../stage/run-bench.ts'
import { openStage, stayOn } from '../stage/stage.ts'
import { askAtOnce, askEvenly } from './askers.ts'
import { addLeads } from './many-leads.ts'
import { serverTimes } from './server-times.ts'

const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '15' },
    burst: { type: 'string', default: '1000' },
    /** A PostgreSQL to measure beside SQLite. */
    database: { type: 'string', default: process.env.TEST_DATABASE_URL ?? '' },
    /** For the portal's process: `--node-options='--cpu-prof --cpu-prof-dir=/tmp/profile'`. */
    'node-options': { type: 'string' },
  },
})

const nodeOptions = values['node-options']
const promisedP99Ms = 50
const promisedBurstMs = 2000

interface Measured {
  readonly engine: string
  /** By the portal's own clock. */
  readonly serverTook: readonly number[]
  /** Seen from outside: the line and whoever asks share the other core. */
  readonly took: readonly number[]
  readonly burstMs: number
  readonly failures: number
  /** Of the portal, for each look. */
  readonly cpuMs: number
}

const askersCore = 1

async function measureOn(engine: string, cleanup: Cleanup, url?: string): Promise<Measured> {
  const settings: Readonly<Record<string, string>> = url === undefined ? {} : { DATABASE_URL: url }
  const stage = await openStage({
    portalSettings: settings,
    portalCore: 0,
    sandboxCore: askersCore,
    ...(nodeOptions !== undefined && { portalNodeOptions: nodeOptions.split(' ') }),
  })
  cleanup(() => stage.close())
  const database = openDatabase(url === undefined ? { file: `${stage.folder}/portal.db`, isBeside: true } : { url })
  await migrate(database, migrations)
  const trackIds = await addLeads(database, Number(values.leads))
  await database.close()
  const random = seededRandom(7)
  const nextPage = () => {
    const trackId = trackIds[Math.floor(random() * trackIds.length)] ?? ''
    return `${stage.origin}/hbb-lead-status?lead=${trackId}`
  }
  const rate = Number(values.rate)
  await askEvenly(nextPage, { rate: rate / 2, seconds: 5 }) // the compiler of the engine needs to have seen the code
  const before = stage.portal.usage().cpuMs
  const even = await askEvenly(nextPage, { rate, seconds: Number(values.seconds) })
  const serverTook = await serverTimes(path.join(stage.folder, 'portal.log'), even.took.length)
  const cpuMs = (stage.portal.usage().cpuMs - before) / even.took.length
  const burst = await askAtOnce(nextPage, Number(values.burst))
  return {
    engine,
    serverTook,
    took: even.took,
    cpuMs,
    burstMs: Math.max(...burst.took),
    failures: even.failures + burst.failures,
  }
}

async function measureAll(cleanup: Cleanup): Promise<boolean> {
  await stayOn(askersCore)
  const measured = [await measureOn('SQLite', cleanup)]
  if (values.database !== '') {
    const schema = await createSchema(values.database)
    cleanup(() => schema.drop())
    measured.push(await measureOn('PostgreSQL', cleanup, schema.url))
  }
  console.log(`${values.leads} orders; whole pages, ${values.rate} a second, then ${values.burst} at once\n`)
  printTable(
    ['', 'server p99', 'outside: median', 'p99', 'CPU', 'last of the burst', 'failures'],
    measured.map(({ engine, serverTook, took, burstMs, failures, cpuMs }) => [
      engine,
      ms(quantile(serverTook, 0.99)),
      ms(median(took)),
      ms(quantile(took, 0.99)),
      ms(cpuMs),
      ms(burstMs),
      String(failures),
    ]),
  )
  return printBudgets(measured.flatMap(budgetsOf))
}

const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`

function budgetsOf({ engine, serverTook, burstMs, failures }: Measured): Budget[] {
  const p99 = quantile(serverTook, 0.99)
  return [
    {
      promise: `${values.rate} looks a second within ${promisedP99Ms} ms of server time (p99) on ${engine}, none failing`,
      isKept: p99 <= promisedP99Ms && failures === 0,
      figure: ms(p99),
    },
    {
      promise: `${values.burst} looks at once answered within ${promisedBurstMs} ms on ${engine}`,
      isKept: burstMs <= promisedBurstMs && failures === 0,
      figure: ms(burstMs),
    },
  ]
}

await runBench('How orders for internet at home go', measureAll)
