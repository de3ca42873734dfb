// @ts-nocheck
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AuditReport, audit } from '../audit/audit.ts'
import type { Violation } from '../audit/invariants.ts'
import { ApiClient } from '../stage/api-client.ts'
import { createSchema } from '../stage/database.ts'
import { seededRandom } from '../stage/random.ts'
import { SandboxDoor } from '../stage/sandbox-door.ts'
import { openStage, type Stage } from '../stage/stage.ts'
import { type Promises, runChannel } from './channel.ts'
import { storm } from './faults.ts'
import { type Rest, untilSettled } from './settling.ts'

export interface DrillOptions {
  readonly kills: number
  readonly seed: number
  readonly channels: number
  /** Whether the providers misbehave as well. */
  readonly hasFaults: boolean
  /** A PostgreSQL server in place of SQLite. */
  readonly databaseUrl?: string | undefined
  readonly settlePatienceMs: number
}

export interface DrillReport {
  readonly promises: Promises
  readonly report: AuditReport
  readonly rest: Rest
  readonly restartMs: readonly number[]
  /** From the provider's capture to the delivery, of everything that was delivered. */
  readonly captureToDeliveryMs: readonly number[]
}

const shortestLifeMs = 200
const longestLifeMs = 2_500
const approveAfterMs = 200
const channelPatienceMs = 4_000

/** Kills the real process at random moments while channels pay, lets everything settle, and audits. */
export async function runDrill(options: DrillOptions): Promise<DrillReport> {
  const schema = options.databaseUrl === undefined ? undefined : await createSchema(options.databaseUrl)
  const stage = await openStage({
    settings: { MONEY_FIRST_ENQUIRY_SECONDS: '2', ...(schema && { DATABASE_URL: schema.url }) },
  })
  try {
    const address =
      schema === undefined ? { file: path.join(stage.folder, 'portal.db'), isBeside: true } : { url: schema.url }
    const sandbox = new SandboxDoor(stage.sandboxOrigin)
    await sandbox.approvePrompts(approveAfterMs)
    if (options.hasFaults) for (const fault of storm) await sandbox.fault(fault)

    const { promises, restartMs } = await killUnderLoad(stage, sandbox, options)
    await sandbox.clearFaults()
    const rest = await untilSettled(address, sandbox, options.settlePatienceMs)
    const report = await audit(address, rest.books)
    const violations = [...report.violations, ...(await brokenPromises(stage, promises, rest))]
    return { promises, rest, restartMs, report: { ...report, violations }, captureToDeliveryMs: spansOf(rest) }
  } finally {
    await stage.close()
    await schema?.drop()
  }
}

async function killUnderLoad(
  { origin, portal }: Stage,
  sandbox: SandboxDoor,
  { kills, seed, channels }: DrillOptions,
): Promise<{ readonly promises: Promises; readonly restartMs: readonly number[] }> {
  const random = seededRandom(seed)
  const promises: Promises = { initiated: new Set(), processed: new Set(), abandoned: 0, refusals: new Map() }
  let isOver = false
  let line = Math.floor(random() * 900)
  const running = Array.from({ length: channels }, (_, index) =>
    runChannel({
      client: new ApiClient(origin, channelPatienceMs),
      sandbox,
      random: seededRandom(seed + index + 1),
      promises,
      nextMsisdn: () => `999000${100 + (line++ % 900)}`,
      isOver: () => isOver,
    }),
  )
  const restartMs: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    await sleep(shortestLifeMs + random() * (longestLifeMs - shortestLifeMs))
    await portal.kill()
    const begun = performance.now()
    await portal.start()
    restartMs.push(performance.now() - begun)
  }
  await sleep(longestLifeMs)
  isOver = true
  await Promise.all(running)
  return { promises, restartMs }
}

/** What a channel was told must be found, at the same door, after everything. */
async function brokenPromises({ origin }: Stage, promises: Promises, { accounts }: Rest): Promise<Violation[]> {
  const invariant = 'nothing that was acknowledged is lost'
  const client = new ApiClient(origin)
  const violations: Violation[] = []
  const states = new Map(accounts.attempts.map(({ id, state }) => [id, state]))
  for (const id of promises.initiated) {
    const { status } = await client.status(id)
    if (status !== 200) violations.push({ invariant, id, what: `its status answers HTTP ${status}` })
  }
  for (const id of promises.processed) {
    if (states.get(id) === 'created') violations.push({ invariant, id, what: 'its process call left no trace' })
  }
  return violations
}

function spansOf({ accounts, books }: Rest): readonly number[] {
  const deliveredAt = new Map(
    accounts.events.filter(({ to_state }) => to_state === 'delivered').map(({ attempt_id, at }) => [attempt_id, at]),
  )
  return books.captures.flatMap(({ reference, at }) => {
    const delivered = deliveredAt.get(reference)
    return delivered === undefined ? [] : [delivered - Date.parse(at)]
  })
}
