import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../environment/arrivals.ts'
import { seconds } from '../../environment/run-bench.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { type AuditReport, audit, type Rest, untilAtRest } from '../../invariants/audit.ts'
import { describeViolations, type Violation } from '../../invariants/invariants.ts'
import { brokenPromises, type Promises } from '../channels/channel.ts'
import { startLoad } from '../channels/load.ts'
import type { Drill, DrillOptions } from '../drill/drill.ts'
import type { Honesty, PowerCut } from './disk.ts'
import { onPostgres, onSqlite, type PoweredEnvironment } from './powered-environment.ts'

export interface PowerCutOptions {
  readonly engine: 'sqlite' | 'postgres'
  readonly cuts: number
  readonly honesty: Honesty
  readonly seed: number
  readonly channels: number
  readonly checkTimeoutMs: number
}

export interface PowerCutReport {
  readonly violations: readonly Violation[]
  readonly promises: Promises
  readonly cuts: readonly PowerCut[]
  readonly audited: AuditReport
  readonly rest: Rest
}

/** Unsynced data must exist, even on a slow machine. */
const paymentsPerLife = 3
const longestRestMs = 800
/** While the lost database still holds a call's key, every process answers it late. */
const channelTimeoutMs = 2_000

const openers = { sqlite: onSqlite, postgres: onPostgres } as const

/** Cuts the power while channels pay, loses unsynced data, continues with the rest, and audits in the end. */
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
  { environment, address, cutPower: cut }: PoweredEnvironment,
  { cuts, seed, channels, checkTimeoutMs }: PowerCutOptions,
  random: () => number,
): Promise<PowerCutReport> {
  const { origin } = environment
  const sandbox = new SandboxControl(environment.sandboxOrigin)
  await sandbox.approvePrompts(100)
  const load = startLoad({ origins: [origin], sandbox, channels, seed, channelTimeoutMs })
  const done: PowerCut[] = []
  while (done.length < cuts) {
    await load.untilMore(paymentsPerLife)
    await sleep(random() * longestRestMs)
    done.push(await cut())
  }
  await load.untilMore(paymentsPerLife)
  await load.end()
  const rest = await untilAtRest(address, sandbox, checkTimeoutMs)
  const audited = await audit(address, rest)
  const broken = await brokenPromises(origin, load.promises, rest.accounts)
  return { violations: [...audited.violations, ...broken], promises: load.promises, cuts: done, audited, rest }
}

const checkTimeoutMs = 200_000

const cutsOn = (engine: 'sqlite' | 'postgres'): Drill => ({
  name: `power-cuts-${engine}`,
  promise: `after every power cut ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'} opens with all acknowledged data`,
  async run({ seed, isFull }: DrillOptions) {
    const wanted = isFull ? 100 : 20
    const report = await cutPower({ engine, cuts: wanted, honesty: 'honest', seed, channels: 6, checkTimeoutMs })
    const { violations, promises, cuts, audited, rest } = report
    const sum = (of: 'pendingWrites' | 'lostSectors') => cuts.reduce((total, cut) => total + cut[of], 0)
    const did = [
      `${cuts.length} power cuts`,
      `${sum('pendingWrites')} unsynced writes, ${sum('lostSectors')} of their sectors lost`,
      `${promises.initiated.size} payments acknowledged`,
      `${audited.captures} captured`,
      `${audited.deliveries} delivered`,
      `all complete after ${seconds(rest.atRestAfterMs)}`,
    ].join(', ')
    return { did, violations: describeViolations(violations) }
  },
})

export const powerCutsOnSqlite = cutsOn('sqlite')
export const powerCutsOnPostgres = cutsOn('postgres')
