// @ts-nocheck
import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenDatabase } from '../../apps/portal/server/db/open.ts'
import { ApiClient } from '../stage/api-client.ts'
import { quantile } from '../stage/figures.ts'
import type { Usage } from '../stage/service.ts'
import type { Stage } from '../stage/stage.ts'
import { arrive } from './arrivals.ts'
import { type History, readHistories } from './histories.ts'
import { readProviderCalls, since } from './provider-calls.ts'

/** One rate, held for some seconds. */
export interface Step {
  readonly perSecond: number
  readonly begun: number
  readonly succeeded: number
  /** Answers that refused or never came, by what they said. */
  readonly refusals: ReadonlyMap<string, number>
  readonly p50Ms: number
  readonly p99Ms: number
  readonly isClean: boolean
  readonly stages: readonly { readonly stage: string; readonly p50Ms: number; readonly p99Ms: number }[]
  readonly calls: ReturnType<typeof since>
  /** Share of one core, 0 to 1, of each process while payments arrived. */
  readonly cpu: { readonly portal: number; readonly sandbox: number; readonly load: number }
  readonly rssMb: number
}

interface Begun {
  readonly intendedAt: number
  readonly id: string | undefined
  readonly problem: string | undefined
}

const settlePatienceMs = 20_000
const slowestCleanMs = 5_000
const firstLine = 100
const lines = 900

export async function runStep(
  { stage, database }: { readonly stage: Stage; readonly database: OpenDatabase },
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<Step> {
  const client = new ApiClient(stage.origin)
  const startedAt = Date.now()
  const before = readUsage(stage)
  const callsBefore = await readProviderCalls(stage.adminOrigin)
  const begun = await arrive({ perSecond, seconds }, (intendedAt, index) => pay(client, intendedAt, index))
  const cpu = cpuSince(before, readUsage(stage))
  const histories = await untilSettled(database, begun, startedAt)
  const calls = since(callsBefore, await readProviderCalls(stage.adminOrigin))
  return summarise({ perSecond, begun, histories, cpu, calls, rssMb: stage.portal.usage().rssMb })
}

async function pay(client: ApiClient, intendedAt: number, index: number): Promise<Begun> {
  const msisdn = `999000${firstLine + (index % lines)}`
  const mode = 'NYANJA_MONEY_PUSH'
  try {
    const initiated = await client.initiate({ msisdn, amount: 50, mode, idempotencyKey: crypto.randomUUID() })
    const { transactionId: id } = initiated
    if (id === undefined) return { intendedAt, id, problem: `initiate ${initiated.status} ${initiated.message}` }
    const { status, message } = await client.process(id, mode)
    return { intendedAt, id, problem: status === 200 ? undefined : `process ${status} ${message}` }
  } catch (error) {
    return { intendedAt, id: undefined, problem: `no answer: ${error instanceof Error ? error.message : error}` }
  }
}

async function untilSettled(
  database: OpenDatabase,
  begun: readonly Begun[],
  startedAt: number,
): Promise<ReadonlyMap<string, History>> {
  const giveUpAt = Date.now() + settlePatienceMs
  for (;;) {
    await sleep(1000)
    const histories = await readHistories(database, startedAt)
    const isOpen = ({ id }: Begun) => id !== undefined && !histories.get(id)?.has('delivery delivered')
    if (!begun.some(isOpen) || Date.now() > giveUpAt) return histories
  }
}

interface Reading {
  readonly at: number
  readonly portal: Usage
  readonly sandbox: Usage
  readonly loadMs: number
}

function readUsage({ portal, sandbox }: Stage): Reading {
  const { user, system } = process.cpuUsage()
  return { at: Date.now(), portal: portal.usage(), sandbox: sandbox.usage(), loadMs: (user + system) / 1000 }
}

function cpuSince(before: Reading, after: Reading): Step['cpu'] {
  const ms = after.at - before.at
  return {
    portal: (after.portal.cpuMs - before.portal.cpuMs) / ms,
    sandbox: (after.sandbox.cpuMs - before.sandbox.cpuMs) / ms,
    load: (after.loadMs - before.loadMs) / ms,
  }
}

/** From one moment of a payment to the next. */
const stageNames = [
  ['initiate: arrival → order and attempt committed', undefined, 'money created'],
  ['process: → intention committed', 'money created', 'money handing_over'],
  ['provider start: → prompt is out', 'money handing_over', 'money waiting'],
  ['approval, callback, enquiry: → captured', 'money waiting', 'money captured'],
  ['waiting for the delivery lane: → sending', 'money captured', 'delivery sending'],
  ['BSS: → delivered', 'delivery sending', 'delivery delivered'],
] as const

interface Finished {
  readonly perSecond: number
  readonly begun: readonly Begun[]
  readonly histories: ReadonlyMap<string, History>
  readonly cpu: Step['cpu']
  readonly calls: ReturnType<typeof since>
  readonly rssMb: number
}

function summarise({ begun, histories, ...rest }: Finished): Step {
  const done = begun.flatMap(({ id, intendedAt }) => {
    const history = histories.get(id ?? '')
    const deliveredAt = history?.get('delivery delivered')
    return history === undefined || deliveredAt === undefined ? [] : [{ intendedAt, history, deliveredAt }]
  })
  const times = done.map(({ intendedAt, deliveredAt }) => deliveredAt - intendedAt)
  const stages = stageNames.map(([stage, from, to]) => {
    const spans = done.flatMap(({ intendedAt, history }) => {
      const begins = from === undefined ? intendedAt : history.get(from)
      const ends = history.get(to)
      return begins === undefined || ends === undefined ? [] : [ends - begins]
    })
    return { stage, p50Ms: quantile(spans, 0.5), p99Ms: quantile(spans, 0.99) }
  })
  const problems = begun.flatMap(({ problem }) => problem ?? [])
  const refusals = new Map([...Map.groupBy(problems, (problem) => problem)].map(([what, same]) => [what, same.length]))
  const p99Ms = quantile(times, 0.99)
  return {
    ...rest,
    begun: begun.length,
    succeeded: done.length,
    refusals,
    p50Ms: quantile(times, 0.5),
    p99Ms,
    isClean: done.length === begun.length && p99Ms <= slowestCleanMs,
    stages,
  }
}
