import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId, newReference } from '@nyanja/server/common/ids'
import { migrateTables } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { leadMoves } from '../../../packages/domain/src/leads/lead-states.ts'
import { readCommand } from '../../../scripts/command.mjs'
import { seededRandom } from '../../environment/arrivals.ts'
import { createSchema, databaseOption } from '../../environment/database.ts'
import type { Budget } from '../../environment/results.ts'
import { type Cleanup, printBudgets, printTable, runBench } from '../../environment/run-bench.ts'
import { median, quantile } from '../../environment/statistics.ts'
import { openEnvironment, pinToCore } from '../../environment/test-environment.ts'

const { values } = readCommand({
  name: 'npm run bench -- leads',
  about: 'Measures the status page of orders for internet at home, on both databases.',
  options: {
    leads: { type: 'string', default: '10000', value: 'count', about: 'how many orders are stored' },
    rate: { type: 'string', default: '200', value: 'count', about: 'pages a second' },
    seconds: { type: 'string', default: '15', value: 'count', about: 'how long each measurement lasts' },
    burst: { type: 'string', default: '1000', value: 'count', about: 'pages at once' },
    database: databaseOption,
    'node-options': { type: 'string', value: 'options', about: 'for the portal process, such as --cpu-prof' },
  },
})

const nodeOptions = values['node-options']
const promisedP99Ms = 50
const promisedBurstMs = 2000

interface Measured {
  readonly engine: string
  /** The times by the portal's own clock. */
  readonly serverTook: readonly number[]
  /** The times that the client measured: the network and the load share the other core. */
  readonly took: readonly number[]
  readonly burstMs: number
  readonly failures: number
  /** Processor time of the portal, for each page. */
  readonly cpuMs: number
}

const askersCore = 1

async function measureOn(engine: string, cleanup: Cleanup, url?: string): Promise<Measured> {
  const settings: Readonly<Record<string, string>> = url === undefined ? {} : { DATABASE_URL: url }
  const environment = await openEnvironment({
    portalSettings: settings,
    portalCore: 0,
    sandboxCore: askersCore,
    ...(nodeOptions !== undefined && { portalNodeOptions: nodeOptions.split(' ') }),
  })
  cleanup(() => environment.close())
  const database = openDatabase(
    url === undefined ? { file: `${environment.folder}/portal.db`, isBeside: true } : { url },
  )
  await migrateTables(database)
  const trackIds = await addLeads(database, Number(values.leads))
  await database.close()
  const random = seededRandom(7)
  const nextPage = () => {
    const trackId = trackIds[Math.floor(random() * trackIds.length)] ?? ''
    return `${environment.origin}/hbb-lead-status?lead=${trackId}`
  }
  const rate = Number(values.rate)
  await askEvenly(nextPage, { rate: rate / 2, seconds: 5 }) // The engine's compiler needs to have seen the code.
  const before = environment.portal.usage().cpuMs
  const even = await askEvenly(nextPage, { rate, seconds: Number(values.seconds) })
  const serverTook = await serverTimes(path.join(environment.folder, 'portal.log'), even.took.length)
  const cpuMs = (environment.portal.usage().cpuMs - before) / even.took.length
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
  await pinToCore(askersCore)
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
      promise: `${values.rate} pages a second within ${promisedP99Ms} ms of server time (p99) on ${engine}, none failing`,
      isKept: p99 <= promisedP99Ms && failures === 0,
      figure: ms(p99),
    },
    {
      promise: `${values.burst} pages at once answered within ${promisedBurstMs} ms on ${engine}`,
      isKept: burstMs <= promisedBurstMs && failures === 0,
      figure: ms(burstMs),
    },
  ]
}

await runBench('How orders for internet at home go', measureAll)

const timeoutMs = 5000

/** Returns whole milliseconds from head to answer by the portal's own log, for each page. */
export async function serverTimes(logFile: string, count: number): Promise<readonly number[]> {
  const giveUpAt = performance.now() + timeoutMs
  for (;;) {
    const times = readFileSync(logFile, 'utf8').split('\n').flatMap(timeIn)
    if (times.length >= count) return times.slice(-count)
    if (performance.now() > giveUpAt) throw new Error(`The log has ${times.length} pages of ${count}`)
    await sleep(100)
  }
}

function timeIn(line: string): number[] {
  if (!line.includes('"path":"/hbb-lead-status"')) return []
  const found = /"ms":(\d+)/.exec(line)
  return found === null ? [] : [Number(found[1])]
}

const together = 200
const day = 86_400_000

/** Adds orders of three days ago that the BSS has answered about. Returns the ids of their pages. */
export async function addLeads({ db }: Pick<OpenDatabase, 'db'>, count: number): Promise<string[]> {
  const trackIds: string[] = []
  const at = Date.now() - 3 * day
  for (let done = 0; done < count; done += together) {
    const rows = Array.from({ length: Math.min(together, count - done) }, () => leadRow(at))
    await db.insertInto('leads').values(rows).execute()
    const moves = leadMoves.filter(({ from, to }) => from === 'none' || (from === 'received' && to === 'checked'))
    const events = rows.flatMap(({ id }) =>
      moves.map(({ from, to }) => ({ lead_id: id, component: 'stage' as const, from_state: from, to_state: to, at })),
    )
    await db.insertInto('lead_events').values(events).execute()
    trackIds.push(...rows.map(({ track_id }) => track_id))
  }
  return trackIds
}

function leadRow(at: number) {
  const address = { street1: 'Plot 4', city: 'Zomba', country: 'MW' }
  return {
    id: newId(),
    reference: newReference('HB'),
    track_id: newId(),
    ...{ channel: 'web', source: 'WEBPORTAL', language: 'en', full_name: 'Chisomo Banda', msisdn: '999000001' },
    city: address.city,
    address_json: JSON.stringify(address),
    ...{ plan_code: 'HBB-150', plan_description: 'Home 150GB', amount_minor: 4_500_000, currency: 'MWK' as const },
    ...{ consented_at: at, consent_text: 'You may call me.' },
    ...{ stage: 'checked' as const, stage_at: at, moves: 1, feasibility: 'feasible' as const },
    ...{ submission: 'submitted' as const, bss_reference: newId(), checked_at: at, created_at: at },
    // The order is due long after the measurement, unless a visitor opens it.
    next_check_at: Date.now() + day,
  }
}

export interface RequestFigures {
  readonly took: readonly number[]
  readonly failures: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** Returns milliseconds until the whole answer arrived; it is undefined for a failure. */
function timed(url: string, begunAt: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent, headers: { 'accept-encoding': 'gzip, deflate, br' } }, (response) => {
      const isGood = response.statusCode === 200
      response.resume().once('end', () => resolve(isGood ? performance.now() - begunAt : undefined))
    })
    request.once('error', () => resolve(undefined))
  })
}

function summed(all: readonly (number | undefined)[]): RequestFigures {
  const took = all.filter((one) => one !== undefined)
  return { took, failures: all.length - took.length }
}

/** Sends this many a second, without waiting for earlier answers: visitors do not wait for each other. */
export async function askEvenly(
  nextPage: () => string,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<RequestFigures> {
  const begun = performance.now()
  const requests: Promise<number | undefined>[] = []
  while (requests.length < rate * seconds) {
    const due = begun + (requests.length * 1000) / rate
    const early = due - performance.now()
    if (early > 0) await sleep(early)
    requests.push(timed(nextPage(), performance.now()))
  }
  return summed(await Promise.all(requests))
}

/** Sends all at the same moment. */
export async function askAtOnce(nextPage: () => string, count: number): Promise<RequestFigures> {
  const begunAt = performance.now()
  return summed(await Promise.all(Array.from({ length: count }, () => timed(nextPage(), begunAt))))
}
