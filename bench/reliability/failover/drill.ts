import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '../../environment/run-bench.ts'
import { quantile } from '../../environment/statistics.ts'
import { ApiClient } from '../../environment/visitor.ts'
import { audit, type Rest, untilAtRest } from '../../invariants/audit.ts'
import { describeViolations, type Violation } from '../../invariants/invariants.ts'
import { brokenPromises, type Promises } from '../channels/channel.ts'
import type { Load } from '../channels/load.ts'
import { type Drill, skip } from '../drill/drill.ts'
import { type Cluster, openCluster, whatIsMissing } from './cluster.ts'
import { loseCommits } from './lost-commits.ts'
import { type Portals, readRecoveries, startPatientLoad, withPortals } from './portals.ts'

export interface FailoverOptions {
  readonly kills: number
  /** The portal's own list of hosts, or HAProxy and PgBouncer. */
  readonly through: 'hosts' | 'proxy'
  readonly seed: number
  readonly checkTimeoutMs: number
}

export interface FailoverReport {
  readonly violations: readonly Violation[]
  readonly kills: number
  readonly payments: number
  readonly captured: number
  readonly delivered: number
  readonly abandoned: number
  /** The times from the moment in which the primary vanished until each portal had begun a new payment. */
  readonly newPaymentAfterMs: readonly number[]
  readonly rest: Rest
}

/** Work must be in progress. */
const paymentsPerLife = 15
/** A customer who waits longer gives up. */
const promisedMs = 30_000

/** Kills the machine of the primary while channels pay; after each kill it comes back as a standby. */
export async function failOverUnderLoad(options: FailoverOptions): Promise<FailoverReport> {
  const cluster = await openCluster({ isSynchronous: true })
  try {
    const url = options.through === 'hosts' ? cluster.hostsUrl : cluster.proxyUrl
    return await withPortals(url, (portals) => killRepeatedly({ cluster, ...portals }, options))
  } finally {
    await cluster.close()
  }
}

async function killRepeatedly(
  setup: Portals & { readonly cluster: Cluster },
  { kills, seed, checkTimeoutMs }: FailoverOptions,
): Promise<FailoverReport> {
  const { cluster, portals, sandbox, url } = setup
  const load = startPatientLoad(setup, seed)
  const newPaymentAfterMs: number[] = []
  for (let kill = 1; kill <= kills; kill++) {
    await load.untilMore(paymentsPerLife)
    const { machine, comeBack } = await cluster.primary()
    await machine.vanish()
    const after = await Promise.all(portals.map(({ origin }) => untilNewPayment(origin, load)))
    newPaymentAfterMs.push(...after)
    console.log(`kill ${kill} of ${kills}: new payments after ${after.map(seconds).join(' and ')}`)
    comeBack()
    await cluster.untilProtected()
  }
  await load.untilMore(paymentsPerLife)
  await load.end()
  const rest = await untilAtRest({ url }, sandbox, checkTimeoutMs)
  const { violations, captures, deliveries } = await audit({ url }, rest)
  return {
    violations: [
      ...violations,
      ...(await brokenPromises(portals[0]?.origin ?? '', load.promises, rest.accounts)),
      ...doubledPurchases(load.promises, rest),
      ...(await readRecoveries(url)).map(needless),
      ...newPaymentAfterMs.flatMap(lateness),
    ],
    kills,
    payments: load.promises.initiated.size,
    captured: captures,
    delivered: deliveries,
    abandoned: load.promises.abandoned,
    newPaymentAfterMs,
    rest,
  }
}

const arriveEveryMs = 1_000
/** The portal answers within two seconds that its database is away; a busy machine takes longer. */
const newPaymentTimeoutMs = 10_000
const line = '999000101'

/** New visitors come one after the other, and none waits for the answer to another one, until one began a payment. */
async function untilNewPayment(origin: string, load: Pick<Load, 'promises'>): Promise<number> {
  const begunAt = performance.now()
  const client = new ApiClient(origin, newPaymentTimeoutMs)
  const giveUpMs = 4 * promisedMs
  let tookMs: number | undefined
  const visitors: Promise<void>[] = []
  while (tookMs === undefined && performance.now() - begunAt < giveUpMs) {
    const visitor = beginPayment(client, load).then((hasBegun) => {
      if (hasBegun) tookMs ??= performance.now() - begunAt
    })
    visitors.push(visitor)
    await sleep(arriveEveryMs)
  }
  await Promise.all(visitors)
  return tookMs ?? giveUpMs
}

async function beginPayment(client: ApiClient, { promises }: Pick<Load, 'promises'>): Promise<boolean> {
  const mode = 'NYANJA_MONEY_PUSH'
  const purchase = { msisdn: line, amount: 500, mode, idempotencyKey: crypto.randomUUID() } as const
  const initiated = await client.initiate(purchase).catch(() => undefined)
  if (initiated?.transactionId === undefined) return false
  promises.initiated.add(initiated.transactionId)
  const processed = await client.process(initiated.transactionId, mode).catch(() => undefined)
  if (processed?.status !== 200) return false
  promises.processed.add(initiated.transactionId)
  return true
}

const lateness = (ms: number): readonly Violation[] =>
  ms <= promisedMs
    ? []
    : [{ invariant: 'new payments 30 s after a failover', id: 'failover', what: `took ${seconds(ms)}` }]

/**
 * A purchase whose call was repeated must not have been made twice: every capture is of a payment that a channel
 * knows.
 */
function doubledPurchases({ initiated, abandoned }: Promises, { records }: Rest): readonly Violation[] {
  const unknown = records.captures.filter(({ reference }) => !initiated.has(reference))
  if (unknown.length <= abandoned) return []
  return unknown.map(({ reference: id }) => ({ invariant: 'a purchase is charged once', id, what: 'is of no channel' }))
}

/** A failover to a synchronous standby has lost nothing, and must not look like one that did. */
const needless = (reason: string): Violation => ({
  invariant: 'nothing lost, no recovery',
  id: 'recoveries',
  what: reason,
})

const spread = (times: readonly number[]) =>
  `p50 ${seconds(quantile(times, 0.5))}, p95 ${seconds(quantile(times, 0.95))}, max ${seconds(Math.max(...times))}`

export const failover: Drill = {
  name: 'failover',
  promise:
    'the machine of the primary PostgreSQL may vanish: a synchronous standby takes over, new payments begin within 30 s, and nothing is lost or doubled; lost commits of an asynchronous one are noticed',
  async run({ seed, isFull }) {
    const missing = whatIsMissing()
    if (missing !== undefined) return skip(missing)
    const did: string[] = []
    const violations: string[] = []
    const kills = isFull ? 20 : 5
    for (const through of ['hosts', 'proxy'] as const) {
      const report = await failOverUnderLoad({ kills, through, seed, checkTimeoutMs: 240_000 })
      const { payments, captured, delivered, abandoned, newPaymentAfterMs } = report
      const name = through === 'hosts' ? 'by two hosts' : 'by HAProxy and PgBouncer'
      did.push(
        `${name}: ${kills} kills, ${payments} payments acknowledged, ${captured} captured, ${delivered} delivered, ${abandoned} given up, new payments after ${spread(newPaymentAfterMs)}`,
      )
      violations.push(...describeViolations(report.violations))
    }
    const lossy = await loseCommits({ seed, checkTimeoutMs: 240_000 })
    did.push(lossy.did)
    violations.push(...lossy.violations)
    return { did: did.join('; '), violations }
  },
}
