import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from '../audit/audit.ts'
import type { Violation } from '../audit/invariants.ts'
import { untilSettled } from '../audit/settling.ts'
import { ApiClient } from '../stage/api-client.ts'
import { createSchema } from '../stage/database.ts'
import { SandboxDoor } from '../stage/sandbox-door.ts'
import { type JoinedPortal, openStage, type Stage } from '../stage/stage.ts'

export interface SkewOptions {
  /** A PostgreSQL server, whose clock is right. */
  readonly databaseUrl: string
  /** Of one of the two processes, one run each. */
  readonly skewsMs: readonly number[]
  readonly payments: number
  readonly bssTakesMs: number
  readonly settlePatienceMs: number
}

export interface SkewReport {
  readonly violations: readonly Violation[]
  /** Payments that were left to a person though nothing was wrong with them. */
  readonly reviews: readonly string[]
  readonly delivered: number
  /** What the metrics of the skewed process call its offset. */
  readonly offsetsSeconds: readonly number[]
}

const mode = 'NYANJA_MONEY_PUSH'
const capturePatienceMs = 30_000

/** Two processes on one PostgreSQL, one with a wrong clock, and a BSS that takes its time. */
export async function payWithSkewedClock(options: SkewOptions): Promise<SkewReport> {
  const { url, drop } = await createSchema(options.databaseUrl)
  try {
    const stage = await openStage({ settings: { DATABASE_URL: url } })
    try {
      return await drill(stage, url, options)
    } finally {
      await stage.close()
    }
  } finally {
    await drop()
  }
}

async function drill(stage: Stage, url: string, options: SkewOptions): Promise<SkewReport> {
  const sandbox = new SandboxDoor(stage.sandboxOrigin)
  await sandbox.approvePrompts(0)
  await sandbox.fault({ provider: 'bss', operation: 'topupBalance', kind: 'delay', delayMs: options.bssTakesMs })
  const offsetsSeconds: number[] = []
  for (const [run, skewMs] of options.skewsMs.entries()) {
    const skewed = await stage.joinPortal([`--import=${new URL(`./shifted-date.ts?ms=${skewMs}`, import.meta.url)}`])
    await payThroughBoth([stage.origin, skewed.origin], run * options.payments, options.payments)
    await untilCaptured(sandbox, (run + 1) * options.payments)
    await untilSettled({ url }, sandbox, options.settlePatienceMs)
    // What was sent a second time would have its effect only now.
    await sleep(options.bssTakesMs)
    offsetsSeconds.push(await offsetOf(skewed))
    await skewed.portal.stop()
  }
  const { accounts, books } = await untilSettled({ url }, sandbox, options.settlePatienceMs)
  const { violations, deliveries } = await audit({ url }, books)
  const reviews = accounts.reviews.map(({ attempt_id, reason }) => `${attempt_id} ${reason}`)
  return { violations, reviews, delivered: deliveries, offsetsSeconds }
}

async function payThroughBoth(origins: readonly string[], from: number, payments: number): Promise<void> {
  await Promise.all(
    Array.from({ length: payments }, async (_, index) => {
      const client = new ApiClient(origins[index % origins.length] ?? '')
      const msisdn = `999000${100 + from + index}`
      const { transactionId, status, message } = await client.initiate({
        ...{ msisdn, amount: 100, mode },
        idempotencyKey: crypto.randomUUID(),
      })
      if (transactionId === undefined) throw new Error(`The payment was not begun: HTTP ${status} ${message}`)
      await client.process(transactionId, mode)
    }),
  )
}

async function untilCaptured(sandbox: SandboxDoor, payments: number): Promise<void> {
  const giveUpAt = performance.now() + capturePatienceMs
  while ((await sandbox.books()).captures.length < payments) {
    if (performance.now() > giveUpAt) throw new Error(`Not all of ${payments} payments were captured`)
    await sleep(100)
  }
}

async function offsetOf({ adminOrigin }: JoinedPortal): Promise<number> {
  const metrics = await (await fetch(`${adminOrigin}/metrics`)).text()
  return Number(/^portal_clock_offset_seconds (\S+)$/m.exec(metrics)?.[1])
}
