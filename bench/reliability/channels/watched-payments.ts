import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseAddress } from '@nyanja/database/open'
import { seededRandom } from '../../environment/arrivals.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import type { TestEnvironment } from '../../environment/test-environment.ts'
import { ApiClient, payPatiently } from '../../environment/visitor.ts'
import { audit, untilAtRest } from '../../invariants/audit.ts'
import { brokenPromises } from './channel.ts'
import { startLoad } from './load.ts'
import { PageReader } from './page-reader.ts'

interface WatchedOptions {
  readonly environment: TestEnvironment
  /** The address that the channels call, if not the portal itself. */
  readonly origin?: string
  readonly channels: number
  readonly seed: number
  readonly channelTimeoutMs?: number
  readonly mayBeAway?: boolean
}

export type WatchedPayments = Awaited<ReturnType<typeof startWatchedPayments>>

const recoveryTimeoutMs = 180_000
const deliveryTimeoutMs = 15_000

/** Channels that pay while visitors read pages, and what the pages said is compared with the records in the end. */
export async function startWatchedPayments({ environment, seed, channels, mayBeAway, ...options }: WatchedOptions) {
  const sandbox = new SandboxControl(environment.sandboxOrigin)
  await sandbox.approvePrompts(200)
  const { origin } = environment
  const load = startLoad({ origins: [options.origin ?? origin], sandbox, channels, seed, ...options })
  const { promises } = load
  const ids = () => [...promises.initiated]
  const reader = new PageReader({ origin, ids, random: seededRandom(seed), ...(mayBeAway && { mayBeAway }) })
  await load.untilMore(channels)
  let line = 0
  return {
    promises,
    reader,
    /** Pays until a payment is delivered. It returns how long that took, or undefined if it never was. */
    async recover(): Promise<number | undefined> {
      const client = new ApiClient(origin, 10_000)
      const begun = performance.now()
      while (performance.now() - begun < recoveryTimeoutMs) {
        const msisdn = `999000${100 + ((seed + line++) % 900)}`
        const purchase = { msisdn, amount: 50, mode: 'NYANJA_MONEY_PUSH', idempotencyKey: crypto.randomUUID() } as const
        const id = await payPatiently(client, purchase).catch(() => undefined)
        if (id !== undefined && (await isDelivered(client, id))) return performance.now() - begun
        await sleep(500)
      }
      return undefined
    },
    /** Ends the payments, waits for the rest, and compares everything. */
    async finish(address: DatabaseAddress, checkTimeoutMs: number) {
      await load.end()
      await reader.end()
      const rest = await untilAtRest(address, sandbox, checkTimeoutMs)
      const report = await audit(address, rest)
      const broken = await brokenPromises(origin, promises, rest.accounts)
      return { rest, report, violations: [...report.violations, ...broken, ...reader.compare(rest)] }
    },
  }
}

async function isDelivered(client: ApiClient, id: string): Promise<boolean> {
  const giveUpAt = performance.now() + deliveryTimeoutMs
  while (performance.now() < giveUpAt) {
    const answer = await client.status(id).catch(() => undefined)
    if (answer?.transactionStatus === 'SUCCESS') return true
    await sleep(100)
  }
  return false
}

export const listCounts = <Key extends string | number>(counts: ReadonlyMap<Key, number>): string =>
  [...counts].map(([key, count]) => `${count} × ${key}`).join(', ')
