import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseAddress } from '@nyanja/database/open'
import { openDatabase } from '@nyanja/server/db/open'
import { seededRandom } from '../../environment/arrivals.ts'
import { createSchema, runSql } from '../../environment/database.ts'
import { seconds } from '../../environment/run-bench.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { quantile } from '../../environment/statistics.ts'
import { openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'
import { type AuditReport, audit, type Rest, untilAtRest } from '../../invariants/audit.ts'
import { describeViolations } from '../../invariants/invariants.ts'
import { brokenPromises, type Promises, spansFromCapture, storm } from '../channels/channel.ts'
import { type Load, startLoad } from '../channels/load.ts'
import type { Drill, DrillOptions } from '../drill/drill.ts'

export interface KillOptions {
  readonly kills: number
  readonly seed: number
  readonly channels: number
  /** Kills a process once it has taken this many payments, in place of after a random time. */
  readonly paymentsPerLife?: number
  /** Tells whether the providers inject faults as well. */
  readonly hasFaults: boolean
  /** A PostgreSQL server in place of SQLite. */
  readonly databaseUrl?: string | undefined
  readonly checkTimeoutMs: number
  /** Passes a day for what is not complete by then: a provider may have to be asked that long. */
  readonly passesDay?: true
}

export interface KillReport {
  readonly promises: Promises
  readonly report: AuditReport
  readonly rest: Rest
  readonly restartMs: readonly number[]
  /** The times from the provider's capture to the delivery, of all deliveries. */
  readonly captureToDeliveryMs: readonly number[]
}

const shortestLifeMs = 200
const longestLifeMs = 1_500
const approveAfterMs = 200
/** Staff handle a refund after a day. */
const aDayMs = 25 * 3_600_000

/** Kills the real process at random moments while channels pay, waits until the system is at rest, and audits. */
export async function killUnderLoad(options: KillOptions): Promise<KillReport> {
  const schema = options.databaseUrl === undefined ? undefined : await createSchema(options.databaseUrl)
  const environment = await openEnvironment({ settings: schema === undefined ? {} : { DATABASE_URL: schema.url } })
  try {
    const address =
      schema === undefined ? { file: path.join(environment.folder, 'portal.db'), isBeside: true } : { url: schema.url }
    const sandbox = new SandboxControl(environment.sandboxOrigin)
    await sandbox.approvePrompts(approveAfterMs)
    if (options.hasFaults) for (const fault of storm) await sandbox.fault(fault)

    const { origin } = environment
    const load = startLoad({ origins: [origin], sandbox, channels: options.channels, seed: options.seed })
    const begun = performance.now()
    const restartMs = await killRepeatedly(environment, load, options)
    await load.end()
    await sandbox.clearFaults()
    // A refund is asked about again after a quarter of its age, so a long run takes long to come to rest.
    const longestPauseMs = (performance.now() - begun) / 4
    let rest = await untilAtRest(address, sandbox, options.checkTimeoutMs + longestPauseMs)
    if (rest.atRestAfterMs === undefined && options.passesDay) {
      await environment.portal.stop()
      await ageOpenWork(address)
      await environment.portal.start()
      rest = await untilAtRest(address, sandbox, options.checkTimeoutMs)
    }
    const { promises } = load
    const report = await audit(address, rest)
    const violations = [...report.violations, ...(await brokenPromises(origin, promises, rest.accounts))]
    const captureToDeliveryMs = spansFromCapture(rest, ['delivered'])
    return { promises, rest, restartMs, report: { ...report, violations }, captureToDeliveryMs }
  } finally {
    await environment.close()
    await schema?.drop()
  }
}

/**
 * Makes open payments a day older, which is the same as a day later: on PostgreSQL a process whose own clock is a day
 * ahead of the database's takes no work.
 */
async function ageOpenWork(address: DatabaseAddress): Promise<void> {
  const database = openDatabase(address)
  try {
    for (const table of ['attempts', 'deliveries', 'refunds']) {
      const older = ['created_at', 'next_check_at'].map((column) => `${column} = ${column} - ${aDayMs}`).join(', ')
      await runSql(database, `update ${table} set ${older} where next_check_at is not null`)
    }
  } finally {
    await database.close()
  }
}

async function killRepeatedly(
  { portal }: TestEnvironment,
  load: Load,
  { kills, seed, paymentsPerLife }: KillOptions,
): Promise<readonly number[]> {
  const random = seededRandom(seed)
  const live = () =>
    paymentsPerLife === undefined
      ? sleep(shortestLifeMs + random() * (longestLifeMs - shortestLifeMs))
      : load.untilMore(paymentsPerLife)
  const restartMs: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    await live()
    await portal.kill()
    const begun = performance.now()
    await portal.start()
    restartMs.push(performance.now() - begun)
  }
  await live()
  return restartMs
}

const checkTimeoutMs = 300_000

const killsOn = (engine: 'SQLite' | 'PostgreSQL'): Drill => ({
  name: `kills-${engine === 'SQLite' ? 'sqlite' : 'postgres'}`,
  promise: `when it is killed at any moment under load and faults, the portal loses and repeats nothing on ${engine}`,
  async run({ seed, isFull, databaseUrl }: DrillOptions) {
    const kills = isFull ? 1_000 : 100
    const { promises, report, rest, restartMs, captureToDeliveryMs } = await killUnderLoad({
      kills,
      seed,
      channels: 8,
      hasFaults: true,
      databaseUrl: engine === 'SQLite' ? undefined : databaseUrl,
      checkTimeoutMs,
      passesDay: true,
    })
    const did = [
      `${kills} kills`,
      `${promises.initiated.size} payments acknowledged`,
      `${report.captures} captured`,
      `${report.deliveries} delivered`,
      `${report.inReview} in review`,
      `restart p99 ${seconds(quantile(restartMs, 0.99))}`,
      `paid → delivered p99 ${seconds(quantile(captureToDeliveryMs, 0.99))}`,
      `all complete after ${seconds(rest.atRestAfterMs)}`,
    ].join(', ')
    return { did, violations: describeViolations(report.violations) }
  },
})

export const killsOnSqlite = killsOn('SQLite')
export const killsOnPostgres = killsOn('PostgreSQL')
