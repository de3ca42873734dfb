import { setTimeout as sleep } from 'node:timers/promises'
import { audit, untilAtRest } from '../../invariants/audit.ts'
import { describeViolations } from '../../invariants/invariants.ts'
import type { DrillReport } from '../drill/drill.ts'
import { runAfterRestore } from '../restore/drill.ts'
import { type Cluster, openCluster } from './cluster.ts'
import { type Portals, readRecoveries, startPatientLoad, withPortals } from './portals.ts'

interface LossOptions {
  readonly seed: number
  readonly checkTimeoutMs: number
}

/** The number of payments before, and again after, replication is cut. */
const payments = 25

/** An asynchronous standby is cut off, payments go on, and then the primary vanishes with what it alone has. */
export async function loseCommits(options: LossOptions): Promise<DrillReport> {
  const cluster = await openCluster({ isSynchronous: false })
  try {
    return await withPortals(cluster.hostsUrl, (portals) => cutAndKill({ cluster, ...portals }, options))
  } finally {
    await cluster.close()
  }
}

async function cutAndKill(
  setup: Portals & { readonly cluster: Cluster },
  { seed, checkTimeoutMs }: LossOptions,
): Promise<DrillReport> {
  const { cluster, sandbox, url } = setup
  const load = startPatientLoad(setup, seed)
  await load.untilMore(payments)
  const { machine, other, comeBack } = await cluster.primary()
  machine.cutOff(other)
  other.cutOff(machine)
  await load.untilMore(payments)
  const vanishedAt = new Date()
  await machine.vanish()
  other.rejoin(machine)
  await load.untilMore(payments)
  comeBack()
  await load.end()

  const reasons = await readRecoveries(url)
  const since = new Date(vanishedAt.getTime() - 3_600_000)
  await runAfterRestore(setup, since)
  // Payers decide within moments; the second run sees how the open payments ended.
  await sleep(5_000)
  const shown = await runAfterRestore(setup, since)
  const rest = await untilAtRest({ url }, sandbox, checkTimeoutMs)
  const { violations, deliveries } = await audit({ url }, rest)
  const known = new Set(rest.accounts.attempts.map(({ id }) => id))
  const lost = [...load.promises.initiated].filter((id) => !known.has(id))
  const captured = new Set(rest.records.captures.map(({ reference }) => reference))
  const listed = new Set(rest.accounts.unknownPayments.map(({ reference }) => reference))
  const unlisted = lost.filter((id) => captured.has(id) && !listed.has(id))
  return {
    did: `asynchronous, replication cut: ${lost.length} acknowledged payments lost on purpose, ${lost.filter((id) => captured.has(id)).length} of them captured, ${listed.size} listed, ${deliveries} delivered, recoveries begun: ${reasons.length}`,
    violations: [
      ...describeViolations(violations),
      ...(lost.length > 0 ? [] : ['nothing was lost, so nothing was shown']),
      ...(reasons.length === 1 ? [] : [`${reasons.length} recoveries: ${reasons.join('; ')}`]),
      ...unlisted.map((id) => `${id} was captured and lost, and is not listed:\n${shown}`),
    ],
  }
}
