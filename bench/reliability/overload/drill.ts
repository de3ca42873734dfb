import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { arrive } from '../../environment/arrivals.ts'
import { seconds } from '../../environment/run-bench.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { quantile } from '../../environment/statistics.ts'
import { openEnvironment } from '../../environment/test-environment.ts'
import { apiHeaders, makeOrder, payOnce, statusPath, Visitor } from '../../environment/visitor.ts'
import type { Drill } from '../drill/drill.ts'
import { type Asked, ask, askPatiently, browserHeaders, newPage, type Seen, type Target } from './ask.ts'
import { attackEach, summarizeAttacks } from './attacks.ts'

/** The classes in the order in which they are refused. */
export const floodClasses = ['page', 'journey', 'payment'] as const

export type FloodClass = (typeof floodClasses)[number]

export type Answers = Readonly<Record<FloodClass, readonly Seen[]>>

interface LoadSetup extends Target {
  readonly requests: Readonly<Record<FloodClass, Asked>>
}

async function withSetup<T>(work: (setup: LoadSetup) => Promise<T>, cores: { readonly areApart: boolean }): Promise<T> {
  const environment = await openEnvironment(cores.areApart ? { portalCore: 0, sandboxCore: 1 } : {})
  const { origin, sandboxOrigin } = environment
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  try {
    const id = await payOnce(origin, new SandboxControl(sandboxOrigin))
    const { rechargePath } = await makeOrder(new Visitor(origin))
    const requests = {
      page: { path: newPage, headers: browserHeaders },
      journey: { path: rechargePath, headers: browserHeaders },
      payment: { path: statusPath(id), headers: apiHeaders },
    }
    return await work({ origin, agent, requests })
  } finally {
    agent.destroy()
    await environment.close()
  }
}

export interface BurstReport {
  readonly answers: Answers
  /** A new visitor after the burst. */
  readonly after: Seen
}

/** Sends this many requests of each class at the same moment. */
export function sendBurst(counts: Readonly<Record<FloodClass, number>>): Promise<BurstReport> {
  return withSetup(
    async (setup) => {
      const burst = async (name: FloodClass) =>
        Promise.all(Array.from({ length: counts[name] }, () => ask(setup, setup.requests[name])))
      const [page, journey, payment] = await Promise.all(floodClasses.map(burst))
      const answers = { page: page ?? [], journey: journey ?? [], payment: payment ?? [] }
      return { answers, after: await ask(setup, setup.requests.page) }
    },
    { areApart: false },
  )
}

export interface FloodOptions {
  readonly seconds: number
  readonly timesCapacity: number
  /** Status reads during the flood. */
  readonly paymentsPerSecond: number
}

export interface FloodReport {
  /** New pages that one process serves in a second when visitors wait for each other. */
  readonly capacity: number
  readonly answers: Answers
  /** The time from the end of the flood until five new pages in a row were served within twice their usual time. */
  readonly normalAfterMs: number
}

const connections = 16
const capacitySeconds = 8
const normalTimeoutMs = 30_000

/** Sends new pages at several times the portal's capacity, without waiting for answers. */
export function flood({ seconds, timesCapacity, paymentsPerSecond }: FloodOptions): Promise<FloodReport> {
  return withSetup(
    async (setup) => {
      await measureCapacity(setup)
      const { capacity, usualMs } = await measureCapacity(setup)
      const at = (name: FloodClass, perSecond: number) =>
        arrive({ perSecond, seconds }, () => askPatiently(setup, setup.requests[name]).then(withoutPage))
      const [page, journey, payment] = await Promise.all([
        at('page', capacity * timesCapacity),
        at('journey', paymentsPerSecond),
        at('payment', paymentsPerSecond),
      ])
      return { capacity, answers: { page, journey, payment }, normalAfterMs: await untilNormal(setup, usualMs) }
    },
    { areApart: true },
  )
}

/** A flood brings more pages than the memory of one process holds. */
const withoutPage = ({ status, ms, headers, body }: Seen): Seen => ({
  ...{ status, ms },
  headers: { 'retry-after': headers['retry-after'] },
  body: /<h1/.exec(body)?.[0] ?? body.slice(0, 80),
})

async function measureCapacity(setup: LoadSetup): Promise<{ readonly capacity: number; readonly usualMs: number }> {
  const endsAt = performance.now() + capacitySeconds * 1000
  const times: number[] = []
  const connection = async () => {
    while (performance.now() < endsAt) times.push((await ask(setup, setup.requests.page)).ms)
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const alone = await ask(setup, setup.requests.page)
  return { capacity: times.length / capacitySeconds, usualMs: alone.ms }
}

async function untilNormal(setup: LoadSetup, usualMs: number): Promise<number> {
  const begun = performance.now()
  let inARow = 0
  while (inARow < 5 && performance.now() - begun < normalTimeoutMs) {
    const { status, ms } = await ask(setup, setup.requests.page)
    inARow = status === 200 && ms < Math.max(50, usualMs * 2) ? inARow + 1 : 0
    await sleep(20)
  }
  return performance.now() - begun
}

const refusalMs = 100
const paymentMs = 1_000
const normalMs = 5_000
const attackSeconds = 6

export const overload: Drill = {
  name: 'overload',
  promise:
    'at three times its capacity the portal refuses new visitors at once with an explanation, and payments continue; sixty connections close it for nobody',
  async run({ isFull, seconds: given }) {
    const runSeconds = given ?? (isFull ? 600 : 60)
    const { capacity, answers, normalAfterMs } = await flood({
      seconds: runSeconds,
      timesCapacity: 3,
      paymentsPerSecond: 10,
    })
    const attacks = await attackEach(isFull ? attackSeconds * 5 : attackSeconds)
    const of = (name: FloodClass, status: number) =>
      answers[name].filter((seen) => seen.status === status).map(({ ms }) => ms)
    const refused = of('page', 503)
    const [refusedP99, paymentP99] = [quantile(refused, 0.99), quantile(of('payment', 200), 0.99)]
    const others = Object.values(answers).flatMap((all) =>
      all.filter(({ status }) => ![200, 302, 303, 404, 503].includes(status)),
    )
    const wordless = answers.page.filter(
      ({ status, headers, body }) => status === 503 && !(headers['retry-after'] && body.includes('<h1')),
    )
    const broken = [
      refused.length === 0 && 'no new visitor was refused',
      refusedP99 > refusalMs && `refusals took ${refusedP99.toFixed(0)} ms`,
      paymentP99 > paymentMs && `payment steps took ${paymentP99.toFixed(0)} ms`,
      of('payment', 503).length > 0 && `${of('payment', 503).length} payment steps were refused`,
      others.length > 0 && `${others.length} requests failed: ${others[0]?.status} ${others[0]?.body.slice(0, 80)}`,
      wordless.length > 0 && `${wordless.length} refusals had no words`,
      normalAfterMs > normalMs && `normal only after ${seconds(normalAfterMs)}`,
    ]
    const did = [
      `${runSeconds} s at 3 × ${capacity.toFixed(0)} new pages a second`,
      `${answers.page.length} asked, ${of('page', 200).length} served (p99 ${quantile(of('page', 200), 0.99).toFixed(0)} ms)`,
      `${refused.length} refused (p50 ${quantile(refused, 0.5).toFixed(0)}, p99 ${refusedP99.toFixed(0)} ms)`,
      `${of('payment', 200).length} payment steps p99 ${paymentP99.toFixed(0)} ms`,
      `normal after ${seconds(normalAfterMs)}`,
      summarizeAttacks(attacks),
    ].join(', ')
    const violations = [...broken.filter((line) => line !== false), ...attacks.flatMap((attack) => attack.violations)]
    return { did, violations }
  },
}
