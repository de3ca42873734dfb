import { setTimeout as sleep } from 'node:timers/promises'
import { createSchema } from '../../environment/database.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { type JoinedPortal, openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'
import { ApiClient, payPatiently } from '../../environment/visitor.ts'
import { audit, untilAtRest } from '../../invariants/audit.ts'
import { describeViolations, type Violation } from '../../invariants/invariants.ts'
import type { Drill } from '../drill/drill.ts'

export interface SkewOptions {
  /** A PostgreSQL server with the right clock. */
  readonly databaseUrl: string
  /** The skew of one of the two processes, one run each. */
  readonly skewsMs: readonly number[]
  readonly payments: number
  readonly bssTakesMs: number
  readonly checkTimeoutMs: number
}

export interface SkewReport {
  readonly violations: readonly Violation[]
  /** Payments in review though nothing was wrong with them. */
  readonly reviews: readonly string[]
  readonly delivered: number
  /** The offset that the metrics of the skewed process report. */
  readonly offsetsSeconds: readonly number[]
}

const mode = 'NYANJA_MONEY_PUSH'
const captureTimeoutMs = 30_000

/** Runs two processes on one PostgreSQL, one with a wrong clock, and a slow BSS. */
export async function payWithSkewedClock(options: SkewOptions): Promise<SkewReport> {
  const { url, drop } = await createSchema(options.databaseUrl)
  try {
    const environment = await openEnvironment({ settings: { DATABASE_URL: url } })
    try {
      return await drill(environment, url, options)
    } finally {
      await environment.close()
    }
  } finally {
    await drop()
  }
}

async function drill(environment: TestEnvironment, url: string, options: SkewOptions): Promise<SkewReport> {
  const sandbox = new SandboxControl(environment.sandboxOrigin)
  await sandbox.approvePrompts(0)
  await sandbox.fault({ provider: 'bss', operation: 'topupBalance', kind: 'delay', delayMs: options.bssTakesMs })
  const offsetsSeconds: number[] = []
  for (const [run, skewMs] of options.skewsMs.entries()) {
    const skewed = await environment.joinPortal({
      nodeOptions: [`--import=${new URL(`./shifted-date.ts?ms=${skewMs}`, import.meta.url)}`],
    })
    await payThroughBoth([environment.origin, skewed.origin], run * options.payments, options.payments)
    await untilCaptured(sandbox, (run + 1) * options.payments)
    await untilAtRest({ url }, sandbox, options.checkTimeoutMs)
    // A second send would have its effect only now.
    await sleep(options.bssTakesMs)
    offsetsSeconds.push(await offsetOf(skewed))
    await skewed.portal.stop()
  }
  const rest = await untilAtRest({ url }, sandbox, options.checkTimeoutMs)
  const { violations, deliveries } = await audit({ url }, rest)
  const reviews = rest.accounts.reviews.map(({ attempt_id, reason }) => `${attempt_id} ${reason}`)
  return { violations, reviews, delivered: deliveries, offsetsSeconds }
}

async function payThroughBoth(origins: readonly string[], from: number, payments: number): Promise<void> {
  await Promise.all(
    Array.from({ length: payments }, async (_, index) => {
      const client = new ApiClient(origins[index % origins.length] ?? '')
      const msisdn = `999000${100 + from + index}`
      await payPatiently(client, { msisdn, amount: 100, mode, idempotencyKey: crypto.randomUUID() })
    }),
  )
}

async function untilCaptured(sandbox: SandboxControl, payments: number): Promise<void> {
  const giveUpAt = performance.now() + captureTimeoutMs
  while ((await sandbox.records()).captures.length < payments) {
    if (performance.now() > giveUpAt) throw new Error(`Not all of ${payments} payments were captured`)
    await sleep(100)
  }
}

async function offsetOf({ adminOrigin }: JoinedPortal): Promise<number> {
  const metrics = await (await fetch(`${adminOrigin}/metrics`)).text()
  return Number(/^portal_clock_offset_seconds (\S+)$/m.exec(metrics)?.[1])
}

const minute = 60_000
const skewsMs = [-60 * minute, 3 * minute, 24 * 60 * minute]

export const clockSkew: Drill = {
  name: 'clock-skew',
  promise: 'one of two processes may be an hour slow, three minutes fast or a day ahead: nothing is delivered twice',
  async run({ isFull, databaseUrl }) {
    const report = await payWithSkewedClock({
      databaseUrl,
      skewsMs,
      payments: isFull ? 120 : 12,
      bssTakesMs: 6_000,
      checkTimeoutMs: 200_000,
    })
    const reviews = report.reviews.map((review) => `left to a person: ${review}`)
    return {
      did: `${skewsMs.length} wrong clocks, ${report.delivered} payments delivered`,
      violations: [...describeViolations(report.violations), ...reviews],
    }
  },
}
