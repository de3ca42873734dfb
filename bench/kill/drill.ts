import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AuditReport, audit } from '../audit/audit.ts'
import { type Rest, untilSettled } from '../audit/settling.ts'
import { spansFromCapture } from '../audit/spans.ts'
import { brokenPromises } from '../channels/broken-promises.ts'
import type { Promises } from '../channels/channel.ts'
import { startLoad } from '../channels/load.ts'
import { storm } from '../channels/storm.ts'
import { createSchema } from '../stage/database.ts'
import { seededRandom } from '../stage/random.ts'
import { SandboxDoor } from '../stage/sandbox-door.ts'
import { openStage, type Stage } from '../stage/stage.ts'

export interface KillOptions {
  readonly kills: number
  readonly seed: number
  readonly channels: number
  /** Whether the providers misbehave as well. */
  readonly hasFaults: boolean
  /** A PostgreSQL server in place of SQLite. */
  readonly databaseUrl?: string | undefined
  readonly settlePatienceMs: number
}

export interface KillReport {
  readonly promises: Promises
  readonly report: AuditReport
  readonly rest: Rest
  readonly restartMs: readonly number[]
  /** From the provider's capture to the delivery, of everything that was delivered. */
  readonly captureToDeliveryMs: readonly number[]
}

const shortestLifeMs = 200
const longestLifeMs = 1_500
const approveAfterMs = 200

/** Kills the real process at random moments while channels pay, lets everything settle, and audits. */
export async function killUnderLoad(options: KillOptions): Promise<KillReport> {
  const schema = options.databaseUrl === undefined ? undefined : await createSchema(options.databaseUrl)
  const stage = await openStage({
    settings: schema === undefined ? {} : { DATABASE_URL: schema.url },
  })
  try {
    const address =
      schema === undefined ? { file: path.join(stage.folder, 'portal.db'), isBeside: true } : { url: schema.url }
    const sandbox = new SandboxDoor(stage.sandboxOrigin)
    await sandbox.approvePrompts(approveAfterMs)
    if (options.hasFaults) for (const fault of storm) await sandbox.fault(fault)

    const { origin } = stage
    const load = startLoad({ origins: [origin], sandbox, channels: options.channels, seed: options.seed })
    const restartMs = await killAgainAndAgain(stage, options)
    await load.end()
    await sandbox.clearFaults()
    const rest = await untilSettled(address, sandbox, options.settlePatienceMs)
    const { promises } = load
    const report = await audit(address, rest.books)
    const violations = [...report.violations, ...(await brokenPromises(origin, promises, rest.accounts))]
    const captureToDeliveryMs = spansFromCapture(rest, ['delivered'])
    return { promises, rest, restartMs, report: { ...report, violations }, captureToDeliveryMs }
  } finally {
    await stage.close()
    await schema?.drop()
  }
}

async function killAgainAndAgain({ portal }: Stage, { kills, seed }: KillOptions): Promise<readonly number[]> {
  const random = seededRandom(seed)
  const restartMs: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    await sleep(shortestLifeMs + random() * (longestLifeMs - shortestLifeMs))
    await portal.kill()
    const begun = performance.now()
    await portal.start()
    restartMs.push(performance.now() - begun)
  }
  await sleep(longestLifeMs)
  return restartMs
}
