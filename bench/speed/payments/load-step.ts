import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { arrive } from '../../environment/arrivals.ts'
import { type History, lastEvent, readHistories } from '../../environment/database.ts'
import { quantile } from '../../environment/statistics.ts'
import { ApiClient } from '../../environment/visitor.ts'
import type { LoadSetup } from './load-setup.ts'
import { type Spent, subtractReadings, takeReading } from './readings.ts'

/** One rate, held for some seconds. */
export interface Step {
  readonly perSecond: number
  readonly begun: number
  readonly succeeded: number
  /** Refusals and missing answers are counted by their message. */
  readonly refusals: ReadonlyMap<string, number>
  /** The time lasts from the first arrival until the last delivery. */
  readonly deliveredPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /**
   * It is the whole time less the payer's and the time of the calls to providers and the BSS. Calls count with the mean
   * of all calls of the step, so the excess of a slow call counts here, against the portal.
   */
  readonly ownP99Ms: number
  readonly callsMs: number
  readonly isClean: boolean
  readonly phases: readonly { readonly phase: string; readonly p50Ms: number; readonly p99Ms: number }[]
  readonly calls: Calls
  /** The time lasts from the first arrival until all was decided. */
  readonly spent: Spent
  /** Share of one core, 0 to 1, while payments arrived. */
  readonly portalLoad: number
  /** The memory of the largest portal process. */
  readonly rssMb: number
}

interface Begun {
  readonly intendedAt: number
  readonly id: string | undefined
  readonly problem: string | undefined
}

const checkTimeoutMs = 20_000
const slowestCleanMs = 5_000
const firstLine = 100
const lines = 900

export async function runStep(
  setup: LoadSetup,
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<Step> {
  const { portals, database } = setup
  const clients = portals.map(({ origin }) => new ApiClient(origin))
  const after = await lastEvent(database)
  const callsBefore = await readProviderCalls(portals)
  const before = await takeReading(setup)
  const begun = await arrive({ perSecond, seconds }, (intendedAt, index) =>
    pay(clients[index % clients.length], intendedAt, index),
  )
  const portalLoad = portals.reduce((sum, { portal }) => sum + portal.usage().cpuMs, 0) - before.cpuMs.portal
  const arrivedMs = Date.now() - before.at
  const histories = await untilAtRest(database, begun, after)
  const spent = subtractReadings(before, await takeReading(setup))
  const calls = since(callsBefore, await readProviderCalls(portals))
  return {
    ...summarise(begun, histories, { calls, approveAfterMs: setup.approveAfterMs }),
    perSecond,
    calls,
    spent,
    portalLoad: portalLoad / arrivedMs,
    rssMb: Math.max(...portals.map(({ portal }) => portal.usage().rssMb)),
  }
}

async function pay(client: ApiClient | undefined, intendedAt: number, index: number): Promise<Begun> {
  const msisdn = `999000${firstLine + (index % lines)}`
  const mode = 'NYANJA_MONEY_PUSH'
  try {
    const initiated = await client?.initiate({ msisdn, amount: 50, mode, idempotencyKey: crypto.randomUUID() })
    const id = initiated?.transactionId
    if (id === undefined) return { intendedAt, id, problem: `initiate ${initiated?.status} ${initiated?.message}` }
    const processed = await client?.process(id, mode)
    const problem = processed?.status === 200 ? undefined : `process ${processed?.status} ${processed?.message}`
    return { intendedAt, id, problem }
  } catch (error) {
    return { intendedAt, id: undefined, problem: `no answer: ${error instanceof Error ? error.message : error}` }
  }
}

async function untilAtRest(
  database: OpenDatabase,
  begun: readonly Begun[],
  after: number,
): Promise<ReadonlyMap<string, History>> {
  const giveUpAt = Date.now() + checkTimeoutMs
  for (;;) {
    await sleep(1000)
    const histories = await readHistories(database, after)
    const isOpen = ({ id }: Begun) => id !== undefined && !histories.get(id)?.has('delivery delivered')
    if (!begun.some(isOpen) || Date.now() > giveUpAt) return histories
  }
}

/** The spans from one moment of a payment to the next. */
const phaseNames = [
  ['initiate: arrival → order and attempt committed', undefined, 'money created'],
  ['process: → intention committed', 'money created', 'money handing_over'],
  ['provider start: → prompt is out', 'money handing_over', 'money waiting'],
  ['approval, callback, enquiry: → captured', 'money waiting', 'money captured'],
  ['waiting for the delivery queue: → sending', 'money captured', 'delivery sending'],
  ['BSS: → delivered', 'delivery sending', 'delivery delivered'],
] as const

interface Elsewhere {
  readonly calls: Calls
  readonly approveAfterMs: number
}

function summarise(
  begun: readonly Begun[],
  histories: ReadonlyMap<string, History>,
  { calls, approveAfterMs }: Elsewhere,
) {
  const done = begun.flatMap(({ id, intendedAt }) => {
    const history = histories.get(id ?? '')
    const deliveredAt = history?.get('delivery delivered')
    return history === undefined || deliveredAt === undefined ? [] : [{ intendedAt, history, deliveredAt }]
  })
  const times = done.map(({ intendedAt, deliveredAt }) => deliveredAt - intendedAt)
  const phases = phaseNames.map(([phase, from, to]) => {
    const spans = done.flatMap(({ intendedAt, history }) => {
      const begins = from === undefined ? intendedAt : history.get(from)
      const ends = history.get(to)
      return begins === undefined || ends === undefined ? [] : [ends - begins]
    })
    return { phase, p50Ms: quantile(spans, 0.5), p99Ms: quantile(spans, 0.99) }
  })
  const first = Math.min(...begun.map(({ intendedAt }) => intendedAt))
  const last = Math.max(...done.map(({ deliveredAt }) => deliveredAt))
  const problems = begun.flatMap(({ problem }) => problem ?? [])
  const p99Ms = quantile(times, 0.99)
  const callsMs = calls.reduce((sum, { count, meanMs }) => sum + count * meanMs, 0) / begun.length
  return {
    begun: begun.length,
    succeeded: done.length,
    deliveredPerSecond: (done.length * 1000) / (last - first),
    refusals: new Map([...Map.groupBy(problems, (problem) => problem)].map(([what, same]) => [what, same.length])),
    p50Ms: quantile(times, 0.5),
    p99Ms,
    callsMs,
    ownP99Ms: p99Ms - approveAfterMs - callsMs,
    isClean: done.length === begun.length && p99Ms <= slowestCleanMs,
    phases,
  }
}

export interface CallTotals {
  readonly count: number
  readonly seconds: number
}

export type Calls = readonly { readonly call: string; readonly count: number; readonly meanMs: number }[]

const line =
  /^portal_provider_call_seconds_(sum|count)\{provider="([^"]*)",operation="([^"]*)",outcome="([^"]*)"\} (\S+)$/gm

/**
 * Reads the time spent in calls to providers and the BSS so far, by provider, operation and outcome, in all processes.
 */
export async function readProviderCalls(
  portals: readonly { readonly adminOrigin: string }[],
): Promise<ReadonlyMap<string, CallTotals>> {
  const totals = new Map<string, CallTotals>()
  for (const { adminOrigin } of portals) {
    const text = await (await fetch(`${adminOrigin}/metrics`)).text()
    for (const [, kind, provider, operation, outcome, value] of text.matchAll(line)) {
      const key = `${provider} ${operation}${outcome === 'answered' ? '' : ` (${outcome})`}`
      const known = totals.get(key) ?? { count: 0, seconds: 0 }
      const field = kind === 'sum' ? 'seconds' : 'count'
      totals.set(key, { ...known, [field]: known[field] + Number(value) })
    }
  }
  return totals
}

/** Returns the increase between two readings. */
export function since(before: ReadonlyMap<string, CallTotals>, after: ReadonlyMap<string, CallTotals>): Calls {
  return [...after].flatMap(([call, { count, seconds }]) => {
    const earlier = before.get(call) ?? { count: 0, seconds: 0 }
    const added = count - earlier.count
    return added > 0 ? [{ call, count: added, meanMs: ((seconds - earlier.seconds) * 1000) / added }] : []
  })
}
