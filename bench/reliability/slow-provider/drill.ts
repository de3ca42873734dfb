import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@nyanja/server/db/open'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { arrive, seededRandom } from '../../environment/arrivals.ts'
import { lastEvent, readHistories } from '../../environment/database.ts'
import { ratio } from '../../environment/run-bench.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { quantile } from '../../environment/statistics.ts'
import { openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'
import { ApiClient, payPatiently, retryWhileBusy } from '../../environment/visitor.ts'
import { audit, untilAtRest } from '../../invariants/audit.ts'
import { describeViolations, type Violation } from '../../invariants/invariants.ts'
import type { Drill } from '../drill/drill.ts'

export interface SlownessOptions {
  /** Healthy and slow windows alternate, so that a machine that becomes busy affects both equally. */
  readonly rounds: number
  readonly windowSeconds: number
  readonly paymentsPerSecond: number
  readonly pagesPerSecond: number
  /** These are at the provider that hangs: as many again are on its page when it begins to hang. */
  readonly cardsPerSecond: number
  /** The pause is longer than the portal's timeout, or shorter where a test has less time. */
  readonly hangMs: number
  readonly seed: number
  readonly checkTimeoutMs: number
}

/** What visitors of everything else measured in one kind of window. */
export interface Window {
  readonly pageMs: readonly number[]
  readonly handOverMs: readonly number[]
  readonly toDeliveryMs: readonly number[]
}

export interface SlownessReport {
  readonly violations: readonly Violation[]
  readonly healthy: Window
  readonly slow: Window
  /** Payments at the provider that hung, begun while it did. */
  readonly cards: number
  readonly captures: number
}

interface LoadSetup {
  readonly environment: TestEnvironment
  readonly sandbox: SandboxControl
  readonly client: ApiClient
  readonly nextMsisdn: () => string
  /** A payment whose status page all visitors poll. */
  readonly watchedId: string
  readonly address: { readonly file: string; readonly isBeside: true }
  readonly database: OpenDatabase
}

const firstLine = 100
const lines = 900
/** One provider accepts every call and answers none; unrelated work must not be affected. */
export async function hangOneProvider(options: SlownessOptions): Promise<SlownessReport> {
  const environment = await openEnvironment()
  try {
    const sandbox = new SandboxControl(environment.sandboxOrigin)
    await sandbox.approvePrompts(100)
    let line = Math.floor(seededRandom(options.seed)() * lines)
    const nextMsisdn = () => `999000${firstLine + (line++ % lines)}`
    const client = new ApiClient(environment.origin)
    const watchedId = await payByPush(client, nextMsisdn())
    const address = { file: path.join(environment.folder, 'portal.db'), isBeside: true } as const
    const database = openDatabase(address)
    const setup = { environment, sandbox, client, nextMsisdn, watchedId, address, database }
    return await drill(setup, options).finally(() => database.close())
  } finally {
    await environment.close()
  }
}

async function drill(setup: LoadSetup, options: SlownessOptions): Promise<SlownessReport> {
  const { sandbox, address } = setup
  const windows: Record<'healthy' | 'slow', Window[]> = { healthy: [], slow: [] }
  const cards: Promise<unknown>[] = []
  const rate = { perSecond: options.cardsPerSecond, seconds: options.windowSeconds }
  await visit(setup, options) // The engine's compiler needs to have seen the code.
  for (let round = 0; round < options.rounds; round++) {
    windows.healthy.push(await visit(setup, options))
    const atPage = await arrive(rate, () => handOverCard(setup))
    await sandbox.fault({ provider: 'dpo', kind: 'hang_before', delayMs: options.hangMs })
    const hanging = arrive(rate, async (_, index) => {
      cards.push(handOverCard(setup))
      cards.push(sandbox.payByCard(atPage[index] ?? '', 'paid'))
    })
    windows.slow.push(await visit(setup, options))
    await hanging
    await sandbox.clearFaults()
  }
  await Promise.all(cards)
  const rest = await untilAtRest(address, sandbox, options.checkTimeoutMs)
  const report = await audit(address, rest)
  const [healthy, slow] = [merged(windows.healthy), merged(windows.slow)]
  const isLost = slow.toDeliveryMs.length < slow.handOverMs.length
  const lost = {
    invariant: 'other methods continue',
    id: 'all',
    what: 'not every push payment was delivered meanwhile',
  }
  return {
    violations: [...report.violations, ...(isLost ? [lost] : [])],
    healthy,
    slow,
    cards: cards.length,
    captures: report.captures,
  }
}

/** Runs one window of visitors who do not use the provider that hangs. */
async function visit(setup: LoadSetup, options: SlownessOptions): Promise<Window> {
  const { client, nextMsisdn, environment, watchedId, database } = setup
  const { windowSeconds: seconds, paymentsPerSecond, pagesPerSecond } = options
  const before = await lastEvent(database)
  const pages = arrive({ perSecond: pagesPerSecond, seconds }, async (intendedAt) => {
    const response = await retryWhileBusy(() => fetch(`${environment.origin}/payment/status?id=${watchedId}`))
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`The status page answers HTTP ${response.status}`)
    return Date.now() - intendedAt
  })
  const payments = arrive({ perSecond: paymentsPerSecond, seconds }, async (intendedAt) => {
    const id = await payByPush(client, nextMsisdn())
    return { id, intendedAt, handOverMs: Date.now() - intendedAt }
  })
  const [pageMs, begun] = await Promise.all([pages, payments])
  const deliveredAt = await deliveries(database, before, begun)
  return {
    pageMs,
    handOverMs: begun.map(({ handOverMs }) => handOverMs),
    toDeliveryMs: begun.flatMap(({ id, intendedAt }) => {
      const at = deliveredAt.get(id)
      return at === undefined ? [] : [at - intendedAt]
    }),
  }
}

const deliveryTimeoutMs = 10_000

/** Records when each was delivered, until the window ends. */
async function deliveries(
  database: OpenDatabase,
  after: number,
  begun: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, number>> {
  const giveUpAt = Date.now() + deliveryTimeoutMs
  for (;;) {
    const histories = await readHistories(database, after)
    const delivered = new Map(
      begun.flatMap(({ id }) => {
        const at = histories.get(id)?.get('delivery delivered')
        return at === undefined ? [] : [[id, at] as const]
      }),
    )
    if (delivered.size === begun.length || Date.now() > giveUpAt) return delivered
    await sleep(200)
  }
}

const payByPush = (client: ApiClient, msisdn: string): Promise<string> =>
  payPatiently(client, { msisdn, amount: 50, mode: 'NYANJA_MONEY_PUSH', idempotencyKey: crypto.randomUUID() })

const setAside = 'This payment option is not available'

/** Answers when the portal does: with a redirect page, after waiting for one, or at once that there is none. */
async function handOverCard({ client, nextMsisdn }: LoadSetup): Promise<string | undefined> {
  const mode = 'PAYMENT_GATEWAY'
  const purchase = { msisdn: nextMsisdn(), amount: 100, mode, idempotencyKey: crypto.randomUUID() } as const
  const { transactionId, status, message } = await retryWhileBusy(() => client.initiate(purchase))
  // A payment method that hangs is suspended after a while, so that customers need not wait for it.
  if (message === setAside) return undefined
  if (transactionId === undefined) throw new Error(`The payment was not initiated: HTTP ${status} ${message}`)
  await retryWhileBusy(() => client.process(transactionId, mode))
  return transactionId
}

function merged(windows: readonly Window[]): Window {
  return {
    pageMs: windows.flatMap(({ pageMs }) => pageMs),
    handOverMs: windows.flatMap(({ handOverMs }) => handOverMs),
    toDeliveryMs: windows.flatMap(({ toDeliveryMs }) => toDeliveryMs),
  }
}

const mostMoved = 1.1
/** A tenth of a few milliseconds is noise that no customer notices. */
const unnoticedMs = 10

const labels = { pageMs: 'status pages', handOverMs: 'other checkouts', toDeliveryMs: 'other deliveries' } as const
const times = ['pageMs', 'handOverMs', 'toDeliveryMs'] as const satisfies readonly (keyof Window)[]

export const slowProvider: Drill = {
  name: 'slow-provider',
  promise: 'while one provider hangs, the p99 of everything else moves by a tenth at most, and nothing is lost',
  async run({ seed, isFull }) {
    const report = await hangOneProvider({
      rounds: isFull ? 30 : 4,
      windowSeconds: isFull ? 60 : 30,
      paymentsPerSecond: 10,
      pagesPerSecond: 40,
      cardsPerSecond: 4,
      hangMs: 300_000,
      seed,
      checkTimeoutMs: 200_000,
    })
    const moved = times.map((time) => {
      const [before, during] = [report.healthy[time], report.slow[time]].map((values) => quantile(values, 0.99))
      return { time, before: before ?? 0, during: during ?? 0 }
    })
    const tooFar = moved.filter(({ before, during }) => during > before * mostMoved && during - before > unnoticedMs)
    const figures = moved.map(
      ({ time, before, during }) =>
        `${labels[time]} p99 ${before.toFixed(0)} → ${during.toFixed(0)} ms (${ratio(during / before)})`,
    )
    return {
      did: [`${report.cards} payments at the provider that hung`, ...figures].join(', '),
      violations: [
        ...describeViolations(report.violations),
        ...tooFar.map(({ time }) => `${labels[time]} became slower`),
      ],
    }
  },
}
