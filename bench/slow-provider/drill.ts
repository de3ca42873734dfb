import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OpenDatabase, openDatabase } from '../../apps/portal/server/db/open.ts'
import { audit } from '../audit/audit.ts'
import type { Violation } from '../audit/invariants.ts'
import { untilSettled } from '../audit/settling.ts'
import { arrive } from '../payments/arrivals.ts'
import { lastEvent, readHistories } from '../payments/histories.ts'
import { ApiClient } from '../stage/api-client.ts'
import { seededRandom } from '../stage/random.ts'
import { SandboxDoor } from '../stage/sandbox-door.ts'
import { openStage, type Stage } from '../stage/stage.ts'

export interface SlownessOptions {
  /** Healthy and slow windows by turns, so that a machine that grows busy meanwhile strikes both alike. */
  readonly turns: number
  readonly windowSeconds: number
  readonly paymentsPerSecond: number
  readonly pagesPerSecond: number
  /** At the provider that hangs: as many again stand before its page when it begins to. */
  readonly cardsPerSecond: number
  /** Longer than the portal waits, or shorter where a test has less time than the portal. */
  readonly hangMs: number
  readonly seed: number
  readonly settlePatienceMs: number
}

/** What visitors of everything else met in one kind of window. */
export interface Window {
  readonly pageMs: readonly number[]
  readonly handOverMs: readonly number[]
  readonly toDeliveryMs: readonly number[]
}

export interface SlownessReport {
  readonly violations: readonly Violation[]
  readonly healthy: Window
  readonly slow: Window
  /** Of the provider that hung: begun while it did. */
  readonly cards: number
  readonly captures: number
}

interface Scene {
  readonly stage: Stage
  readonly sandbox: SandboxDoor
  readonly client: ApiClient
  readonly nextMsisdn: () => string
  /** A payment whose status page everybody looks at. */
  readonly watchedId: string
  readonly address: { readonly file: string; readonly isBeside: true }
  readonly database: OpenDatabase
}

const firstLine = 100
const lines = 900
/** One provider takes every call and answers none; what has nothing to do with it must not feel it. */
export async function hangOneProvider(options: SlownessOptions): Promise<SlownessReport> {
  const stage = await openStage()
  try {
    const sandbox = new SandboxDoor(stage.sandboxOrigin)
    await sandbox.approvePrompts(100)
    let line = Math.floor(seededRandom(options.seed)() * lines)
    const nextMsisdn = () => `999000${firstLine + (line++ % lines)}`
    const client = new ApiClient(stage.origin)
    const watchedId = await payByPush(client, nextMsisdn())
    const address = { file: path.join(stage.folder, 'portal.db'), isBeside: true } as const
    const database = openDatabase(address)
    const scene = { stage, sandbox, client, nextMsisdn, watchedId, address, database }
    return await drill(scene, options).finally(() => database.close())
  } finally {
    await stage.close()
  }
}

async function drill(scene: Scene, options: SlownessOptions): Promise<SlownessReport> {
  const { sandbox, address } = scene
  const windows: Record<'healthy' | 'slow', Window[]> = { healthy: [], slow: [] }
  const cards: Promise<unknown>[] = []
  const rate = { perSecond: options.cardsPerSecond, seconds: options.windowSeconds }
  await visit(scene, options) // the engine's compiler needs to have seen the code
  for (let turn = 0; turn < options.turns; turn++) {
    windows.healthy.push(await visit(scene, options))
    const atPage = await arrive(rate, () => handOverCard(scene))
    await sandbox.fault({ provider: 'dpo', kind: 'hang_before', delayMs: options.hangMs })
    const hanging = arrive(rate, async (_, index) => {
      cards.push(handOverCard(scene))
      cards.push(sandbox.payByCard(atPage[index] ?? '', 'paid'))
    })
    windows.slow.push(await visit(scene, options))
    await hanging
    await sandbox.clearFaults()
  }
  await Promise.all(cards)
  const rest = await untilSettled(address, sandbox, options.settlePatienceMs)
  const report = await audit(address, rest.books)
  const [healthy, slow] = [merged(windows.healthy), merged(windows.slow)]
  const isLost = slow.toDeliveryMs.length < slow.handOverMs.length
  const lost = { invariant: 'other methods go on', id: 'all', what: 'not every push payment was delivered meanwhile' }
  return {
    violations: [...report.violations, ...(isLost ? [lost] : [])],
    healthy,
    slow,
    cards: cards.length,
    captures: report.captures,
  }
}

/** One window of visitors who have nothing to do with the provider that hangs. */
async function visit(scene: Scene, options: SlownessOptions): Promise<Window> {
  const { client, nextMsisdn, stage, watchedId, database } = scene
  const { windowSeconds: seconds, paymentsPerSecond, pagesPerSecond } = options
  const before = await lastEvent(database)
  const pages = arrive({ perSecond: pagesPerSecond, seconds }, async (intendedAt) => {
    const response = await fetch(`${stage.origin}/payment/status?id=${watchedId}`)
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

const deliveryPatienceMs = 10_000

/** When each was delivered, as long as the window's weather lasts. */
async function deliveries(
  database: OpenDatabase,
  after: number,
  begun: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, number>> {
  const giveUpAt = Date.now() + deliveryPatienceMs
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

async function payByPush(client: ApiClient, msisdn: string): Promise<string> {
  const mode = 'NYANJA_MONEY_PUSH'
  const initiated = await client.initiate({ msisdn, amount: 50, mode, idempotencyKey: crypto.randomUUID() })
  const { transactionId, status, message } = initiated
  if (transactionId === undefined) throw new Error(`The payment was not begun: HTTP ${status} ${message}`)
  await client.process(transactionId, mode)
  return transactionId
}

const setAside = 'This payment option is not available'

/** Answers when the portal does: with a page to stand before, after it has waited for one in vain, or at once that there is none. */
async function handOverCard({ client, nextMsisdn }: Scene): Promise<string | undefined> {
  const mode = 'PAYMENT_GATEWAY'
  const purchase = { msisdn: nextMsisdn(), amount: 100, mode, idempotencyKey: crypto.randomUUID() } as const
  const { transactionId, status, message } = await client.initiate(purchase)
  // Nobody has to wait in vain: a way to pay that hangs is set aside after a while.
  if (message === setAside) return undefined
  if (transactionId === undefined) throw new Error(`The payment was not begun: HTTP ${status} ${message}`)
  await client.process(transactionId, mode)
  return transactionId
}

function merged(windows: readonly Window[]): Window {
  return {
    pageMs: windows.flatMap(({ pageMs }) => pageMs),
    handOverMs: windows.flatMap(({ handOverMs }) => handOverMs),
    toDeliveryMs: windows.flatMap(({ toDeliveryMs }) => toDeliveryMs),
  }
}
