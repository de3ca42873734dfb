import { setTimeout as sleep } from 'node:timers/promises'
import { findPostgres } from '../../../scripts/check/find-tools.mjs'
import { createCluster } from '../../../scripts/check/postgres.mjs'
import { Explained } from '../../../scripts/run.mjs'
import { seededRandom } from '../../environment/arrivals.ts'
import { createSchema } from '../../environment/database.ts'
import { seconds } from '../../environment/run-bench.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { quantile } from '../../environment/statistics.ts'
import { openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'
import { audit, type Rest, untilAtRest } from '../../invariants/audit.ts'
import { describeViolations, type Violation } from '../../invariants/invariants.ts'
import { brokenPromises, spansFromCapture } from '../channels/channel.ts'
import { startLoad } from '../channels/load.ts'
import type { Drill } from '../drill/drill.ts'

export interface RestartOptions {
  readonly restarts: number
  /** It restarts until this many payments were begun. */
  readonly payments: number
  readonly shortestLifeMs: number
  readonly longestLifeMs: number
  readonly seed: number
  readonly channels: number
  readonly checkTimeoutMs: number
}

export interface RestartReport {
  readonly violations: readonly Violation[]
  readonly restarts: number
  readonly payments: number
  readonly delivered: number
  readonly rest: Rest
  /** The times from the server's first answer until the portal reports that it is ready. */
  readonly readyAfterMs: readonly number[]
  readonly captureToDeliveryMs: readonly number[]
}

type Cluster = Awaited<ReturnType<typeof createCluster>>

/** `fast` cuts connections and shuts the server down in order. `immediate` lets it crash, and recover from its log. */
const signals = ['SIGINT', 'SIGQUIT'] as const

/** Work must be in progress, even on a slow machine. */
const paymentsPerLife = 3
/** While the lost database still holds a call's key, every process answers it late. */
const channelTimeoutMs = 2_000
const readyTimeoutMs = 60_000

/** Restarts a temporary PostgreSQL server while channels pay; the portal's two processes keep running. */
export async function restartUnderLoad(options: RestartOptions): Promise<RestartReport> {
  const binaries = findPostgres()
  if (binaries === undefined) throw new Explained('PostgreSQL is missing: apt-get install postgresql')
  const cluster = await createCluster(binaries)
  try {
    await cluster.start()
    const { url } = await createSchema(cluster.url)
    const environment = await openEnvironment({ settings: { DATABASE_URL: url } })
    try {
      return await drill({ environment, cluster, url }, options)
    } finally {
      await environment.close()
    }
  } finally {
    await cluster.end('SIGQUIT')
    cluster.remove()
  }
}

interface LoadSetup {
  readonly environment: TestEnvironment
  readonly cluster: Cluster
  readonly url: string
}

async function drill({ environment, cluster, url }: LoadSetup, options: RestartOptions): Promise<RestartReport> {
  const { origin } = environment
  const sandbox = new SandboxControl(environment.sandboxOrigin)
  await sandbox.approvePrompts(200)
  const other = await environment.joinPortal()
  const { channels, seed } = options
  const load = startLoad({ origins: [origin, other.origin], sandbox, channels, seed, channelTimeoutMs })
  const { promises } = load
  const random = seededRandom(options.seed)
  const readyAfterMs: number[] = []
  while (readyAfterMs.length < options.restarts || promises.initiated.size < options.payments) {
    await load.untilMore(paymentsPerLife)
    await sleep(options.shortestLifeMs + random() * (options.longestLifeMs - options.shortestLifeMs))
    await cluster.end(signals[Math.floor(random() * signals.length)] ?? 'SIGQUIT')
    await cluster.start()
    const ready = await Promise.all([environment, other].map(untilReady))
    readyAfterMs.push(Math.max(...ready))
  }
  await load.untilMore(paymentsPerLife)
  await load.end()
  const rest = await untilAtRest({ url }, sandbox, options.checkTimeoutMs)
  const { violations, deliveries } = await audit({ url }, rest)
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

async function untilReady({ adminOrigin }: Pick<TestEnvironment, 'adminOrigin'>): Promise<number> {
  const begun = performance.now()
  while (performance.now() - begun < readyTimeoutMs) {
    const { ok } = await fetch(`${adminOrigin}/readyz`)
    if (ok) return performance.now() - begun
    await sleep(20)
  }
  throw new Error('The portal did not reconnect to its database')
}

export const databaseRestarts: Drill = {
  name: 'database-restarts',
  promise: 'PostgreSQL may be restarted every 5–10 s: the portal recovers by itself and every payment ends correctly',
  async run({ seed, isFull }) {
    const report = await restartUnderLoad({
      restarts: isFull ? 60 : 15,
      payments: 5_000,
      shortestLifeMs: 5_000,
      longestLifeMs: 10_000,
      seed,
      channels: 8,
      checkTimeoutMs: 200_000,
    })
    const { violations, restarts, payments, delivered, rest, readyAfterMs, captureToDeliveryMs } = report
    const did = [
      `${restarts} restarts`,
      `${payments} payments acknowledged`,
      `${delivered} delivered`,
      `ready p99 ${seconds(quantile(readyAfterMs, 0.99))} after the server`,
      `paid → delivered p99 ${seconds(quantile(captureToDeliveryMs, 0.99))}`,
      `all complete after ${seconds(rest.atRestAfterMs)}`,
    ].join(', ')
    return { did, violations: describeViolations(violations) }
  },
}
