import { setTimeout as sleep } from 'node:timers/promises'
import { type AuditReport, audit } from '../audit/audit.ts'
import type { Violation } from '../audit/invariants.ts'
import { type Rest, untilSettled } from '../audit/settling.ts'
import { brokenPromises } from '../channels/broken-promises.ts'
import type { Promises } from '../channels/channel.ts'
import { startLoad } from '../channels/load.ts'
import { seededRandom } from '../stage/random.ts'
import { SandboxDoor } from '../stage/sandbox-door.ts'
import type { Honesty, PowerCut } from './disk.ts'
import { onPostgres } from './on-postgres.ts'
import { onSqlite } from './on-sqlite.ts'
import type { PoweredStage } from './powered-stage.ts'

export interface PowerCutOptions {
  readonly engine: 'sqlite' | 'postgres'
  readonly cuts: number
  readonly honesty: Honesty
  readonly seed: number
  readonly channels: number
  readonly settlePatienceMs: number
}

export interface PowerCutReport {
  readonly violations: readonly Violation[]
  readonly promises: Promises
  readonly cuts: readonly PowerCut[]
  readonly audited: AuditReport
  readonly rest: Rest
}

/** Something must be there to be lost, however slow the machine. */
const paymentsPerLife = 3
const longestRestMs = 800
/** A call whose key the lost database still holds is answered late, whoever repeats it. */
const channelPatienceMs = 2_000

const openers = { sqlite: onSqlite, postgres: onPostgres } as const

/** Cuts the power while channels pay, loses what was not synced, goes on with what is left, and audits in the end. */
export async function cutPower(options: PowerCutOptions): Promise<PowerCutReport> {
  const random = seededRandom(options.seed)
  const powered = await openers[options.engine](options.honesty, random)
  try {
    return await drill(powered, options, random)
  } finally {
    await powered.close()
  }
}

async function drill(
  { stage, address, cutPower: cut }: PoweredStage,
  { cuts, seed, channels, settlePatienceMs }: PowerCutOptions,
  random: () => number,
): Promise<PowerCutReport> {
  const { origin } = stage
  const sandbox = new SandboxDoor(stage.sandboxOrigin)
  await sandbox.approvePrompts(100)
  const load = startLoad({ origins: [origin], sandbox, channels, seed, channelPatienceMs })
  const done: PowerCut[] = []
  while (done.length < cuts) {
    await load.untilMore(paymentsPerLife)
    await sleep(random() * longestRestMs)
    done.push(await cut())
  }
  await load.untilMore(paymentsPerLife)
  await load.end()
  const rest = await untilSettled(address, sandbox, settlePatienceMs)
  const audited = await audit(address, rest.books)
  const broken = await brokenPromises(origin, load.promises, rest.accounts)
  return { violations: [...audited.violations, ...broken], promises: load.promises, cuts: done, audited, rest }
}
