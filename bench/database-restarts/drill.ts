import { setTimeout as sleep } from 'node:timers/promises'
import { findPostgres } from '../../scripts/check/find-postgres.mjs'
import { createCluster } from '../../scripts/check/postgres.mjs'
import { Explained } from '../../scripts/run.mjs'
import { audit } from '../audit/audit.ts'
import type { Violation } from '../audit/invariants.ts'
import { type Rest, untilSettled } from '../audit/settling.ts'
import { spansFromCapture } from '../audit/spans.ts'
import { brokenPromises } from '../channels/broken-promises.ts'
import { startLoad } from '../channels/load.ts'
import { createSchema } from '../stage/database.ts'
import { seededRandom } from '../stage/random.ts'
import { SandboxDoor } from '../stage/sandbox-door.ts'
import { openStage, type Stage } from '../stage/stage.ts'

export interface RestartOptions {
  readonly restarts: number
  /** Goes on restarting until so many payments were begun. */
  readonly payments: number
  readonly shortestLifeMs: number
  readonly longestLifeMs: number
  readonly seed: number
  readonly channels: number
  readonly settlePatienceMs: number
}

export interface RestartReport {
  readonly violations: readonly Violation[]
  readonly restarts: number
  readonly payments: number
  readonly delivered: number
  readonly rest: Rest
  /** From a server that answers again until the portal says that it is ready. */
  readonly readyAfterMs: readonly number[]
  readonly captureToDeliveryMs: readonly number[]
}

type Cluster = Awaited<ReturnType<typeof createCluster>>

/** Fast: connections are cut and the server ends in order. Immediate: it falls, and recovers from its log. */
const ways = ['SIGINT', 'SIGQUIT'] as const

/** Something must be under way, however slow the machine. */
const paymentsPerLife = 3
/** A call whose key the lost database still holds is answered late, whoever repeats it. */
const channelPatienceMs = 2_000
const readyPatienceMs = 60_000

/** Restarts a PostgreSQL server of its own while channels pay; the portal's two processes are left alone. */
export async function restartUnderLoad(options: RestartOptions): Promise<RestartReport> {
  const binaries = findPostgres()
  if (binaries === undefined) throw new Explained('PostgreSQL is missing: apt-get install postgresql')
  const cluster = await createCluster(binaries)
  try {
    await cluster.start()
    const { url } = await createSchema(cluster.url)
    const stage = await openStage({ settings: { DATABASE_URL: url } })
    try {
      return await drill({ stage, cluster, url }, options)
    } finally {
      await stage.close()
    }
  } finally {
    await cluster.end('SIGQUIT')
    cluster.remove()
  }
}

interface Scene {
  readonly stage: Stage
  readonly cluster: Cluster
  readonly url: string
}

async function drill({ stage, cluster, url }: Scene, options: RestartOptions): Promise<RestartReport> {
  const { origin } = stage
  const sandbox = new SandboxDoor(stage.sandboxOrigin)
  await sandbox.approvePrompts(200)
  const other = await stage.joinPortal()
  const { channels, seed } = options
  const load = startLoad({ origins: [origin, other.origin], sandbox, channels, seed, channelPatienceMs })
  const { promises } = load
  const random = seededRandom(options.seed)
  const readyAfterMs: number[] = []
  while (readyAfterMs.length < options.restarts || promises.initiated.size < options.payments) {
    await load.untilMore(paymentsPerLife)
    await sleep(options.shortestLifeMs + random() * (options.longestLifeMs - options.shortestLifeMs))
    await cluster.end(ways[Math.floor(random() * ways.length)] ?? 'SIGQUIT')
    await cluster.start()
    const ready = await Promise.all([stage, other].map(untilReady))
    readyAfterMs.push(Math.max(...ready))
  }
  await load.untilMore(paymentsPerLife)
  await load.end()
  const rest = await untilSettled({ url }, sandbox, options.settlePatienceMs)
  const { violations, deliveries } = await audit({ url }, rest.books)
  const broken = await brokenPromises(origin, promises, rest.accounts)
  return {
    violations: [...violations, ...broken],
    restarts: readyAfterMs.length,
    payments: promises.initiated.size,
    delivered: deliveries,
    rest,
    readyAfterMs,
    captureToDeliveryMs: spansFromCapture(rest, ['delivered']),
  }
}

async function untilReady({ adminOrigin }: Pick<Stage, 'adminOrigin'>): Promise<number> {
  const begun = performance.now()
  while (performance.now() - begun < readyPatienceMs) {
    const { ok } = await fetch(`${adminOrigin}/readyz`)
    if (ok) return performance.now() - begun
    await sleep(20)
  }
  throw new Error('The portal did not come back to its database')
}
