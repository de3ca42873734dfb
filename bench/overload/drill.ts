import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { arrive } from '../payments/arrivals.ts'
import { apiHeaders, statusPath } from '../stage/api-client.ts'
import { payOnce } from '../stage/errands.ts'
import { SandboxDoor } from '../stage/sandbox-door.ts'
import { openStage, type Stage } from '../stage/stage.ts'

/** In the order in which they are refused. */
export const floodClasses = ['page', 'journey', 'payment'] as const

export type FloodClass = (typeof floodClasses)[number]

export interface Seen {
  readonly status: number
  readonly ms: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Answers = Readonly<Record<FloodClass, readonly Seen[]>>

interface Scene {
  readonly stage: Stage
  readonly agent: Agent
  readonly paths: Readonly<Record<FloodClass, string>>
}

const browserHeaders = { accept: 'text/html', 'sec-fetch-dest': 'document' }
/** None of these pages is kept: each costs the portal its whole work. */
const newPage = '/sw/gethelp/search?q=data+bundle'

async function withScene<T>(work: (scene: Scene) => Promise<T>, cores: { readonly areApart: boolean }): Promise<T> {
  const stage = await openStage(cores.areApart ? { portalCore: 0, sandboxCore: 1 } : {})
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  try {
    const id = await payOnce(stage.origin, new SandboxDoor(stage.sandboxOrigin))
    const paths = { page: newPage, journey: '/prepaid-recharge?order=none', payment: statusPath(id) }
    return await work({ stage, agent, paths })
  } finally {
    agent.destroy()
    await stage.close()
  }
}

function ask({ stage, agent, paths }: Scene, name: FloodClass, since = performance.now()): Promise<Seen> {
  const headers = name === 'payment' ? apiHeaders : browserHeaders
  return new Promise((resolve, reject) => {
    const asked = request(stage.origin + paths[name], { agent, headers }, (response) => {
      const { statusCode: status = 0 } = response
      text(response).then(
        (body) => resolve({ status, ms: performance.now() - since, headers: response.headers, body }),
        reject,
      )
    })
    asked.once('error', reject)
    asked.end()
  })
}

export interface BurstReport {
  readonly answers: Answers
  /** A new visitor once the burst is over. */
  readonly after: Seen
}

/** So many requests of each class at the same moment. */
export function sendBurst(counts: Readonly<Record<FloodClass, number>>): Promise<BurstReport> {
  return withScene(
    async (scene) => {
      const burst = async (name: FloodClass) =>
        Promise.all(Array.from({ length: counts[name] }, () => ask(scene, name)))
      const [page, journey, payment] = await Promise.all(floodClasses.map(burst))
      const answers = { page: page ?? [], journey: journey ?? [], payment: payment ?? [] }
      return { answers, after: await ask(scene, 'page') }
    },
    { areApart: false },
  )
}

export interface FloodOptions {
  readonly seconds: number
  readonly timesCapacity: number
  /** Status reads while the flood lasts. */
  readonly paymentsPerSecond: number
}

export interface FloodReport {
  /** New pages that one process serves in a second when visitors wait for each other. */
  readonly capacity: number
  readonly answers: Answers
  /** From the end of the flood until five new pages in a row were served within twice their usual time. */
  readonly normalAfterMs: number
}

const connections = 16
const capacitySeconds = 8
const normalPatienceMs = 30_000

/** Sends new pages at several times the rate that the portal serves, whether or not it answers. */
export function flood({ seconds, timesCapacity, paymentsPerSecond }: FloodOptions): Promise<FloodReport> {
  return withScene(
    async (scene) => {
      await measureCapacity(scene)
      const { capacity, usualMs } = await measureCapacity(scene)
      const at = (name: FloodClass, perSecond: number) =>
        arrive({ perSecond, seconds }, (_, index) => {
          const begun = performance.now()
          return ask(scene, name, begun).catch((error: unknown) => lost(index, error, begun))
        })
      const [page, journey, payment] = await Promise.all([
        at('page', capacity * timesCapacity),
        at('journey', paymentsPerSecond),
        at('payment', paymentsPerSecond),
      ])
      return { capacity, answers: { page, journey, payment }, normalAfterMs: await untilNormal(scene, usualMs) }
    },
    { areApart: true },
  )
}

const lost = (index: number, error: unknown, begun: number): Seen => ({
  status: 0,
  ms: performance.now() - begun,
  headers: {},
  body: `request ${index}: ${error}`,
})

async function measureCapacity(scene: Scene): Promise<{ readonly capacity: number; readonly usualMs: number }> {
  const endsAt = performance.now() + capacitySeconds * 1000
  const times: number[] = []
  const connection = async () => {
    while (performance.now() < endsAt) times.push((await ask(scene, 'page')).ms)
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const alone = await ask(scene, 'page')
  return { capacity: times.length / capacitySeconds, usualMs: alone.ms }
}

async function untilNormal(scene: Scene, usualMs: number): Promise<number> {
  const begun = performance.now()
  let inARow = 0
  while (inARow < 5 && performance.now() - begun < normalPatienceMs) {
    const { status, ms } = await ask(scene, 'page')
    inARow = status === 200 && ms < Math.max(50, usualMs * 2) ? inARow + 1 : 0
    await sleep(20)
  }
  return performance.now() - begun
}
