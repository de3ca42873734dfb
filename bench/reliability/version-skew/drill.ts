import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../../../scripts/free-ports.mjs'
import { createSchema } from '../../environment/database.ts'
import { earlierRelease, earlierSettings, unpackRelease } from '../../environment/earlier-release.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { Service } from '../../environment/service.ts'
import { openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'
import { ApiClient } from '../../environment/visitor.ts'
import { audit, untilAtRest } from '../../invariants/audit.ts'
import { describeViolations, type Violation } from '../../invariants/invariants.ts'
import type { Drill } from '../drill/drill.ts'

/** Starts the release without its pages: another channel pays through the JSON API, and the worker does due work. */
const program = `import { startPortal } from './apps/portal/server/start.ts'

const portal = await startPortal({
  env: process.env,
  home: new URL('apps/portal', import.meta.url).pathname,
  pagesIn: () => async () => new Response(null, { status: 404 }),
})
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => portal.stop({ isAtOnce: true }).then(() => process.exit(0)))
`

/** The program that starts that release. */
function writeProgram(revision: string): string {
  const main = path.join(unpackRelease(revision), 'start.mjs')
  writeFileSync(main, program)
  return main
}

export interface SkewOptions {
  /** The commit of the earlier release. */
  readonly revision: string
  readonly databaseUrl: string
  /** The number in each of four phases: both releases, the new one alone, the earlier one alone, both again. */
  readonly payments: number
  readonly checkTimeoutMs: number
}

interface SkewReport {
  readonly violations: readonly Violation[]
  readonly delivered: number
}

interface Node {
  readonly origin: string
  readonly portal: Service
}

/** Runs payments in a release and in its rollback: processes of two releases on one database of the newer one. */
export async function payWithTwoReleases(options: SkewOptions): Promise<SkewReport> {
  const { url, drop } = await createSchema(options.databaseUrl)
  const environment = await openEnvironment({ settings: { DATABASE_URL: url, MONEY_FIRST_ENQUIRY_SECONDS: '2' } })
  const earlier = await startEarlier(environment, options.revision)
  try {
    const sandbox = new SandboxControl(environment.sandboxOrigin)
    await sandbox.approvePrompts(100)
    await drill(environment, earlier, options.payments)
    // A prompt that is not answered yet leaves nothing to do: the system seems to be at rest before its payment.
    await untilDelivered(sandbox, 4 * options.payments, options.checkTimeoutMs)
    const rest = await untilAtRest({ url }, sandbox, options.checkTimeoutMs)
    const { violations, deliveries } = await audit({ url }, rest)
    return { violations, delivered: deliveries }
  } finally {
    await earlier.portal.stop()
    await environment.close()
    await drop()
  }
}

async function untilDelivered(sandbox: SandboxControl, count: number, timeoutMs: number): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs
  while ((await sandbox.records()).deliveries.length < count && Date.now() < giveUpAt) await sleep(200)
}

async function startEarlier({ env, folder }: TestEnvironment, revision: string): Promise<Node> {
  const [port, adminPort] = (await freePorts(2)).map(String)
  const origin = `http://localhost:${port}`
  const portal = new Service({
    name: 'earlier release',
    main: writeProgram(revision),
    env: { ...earlierSettings(env), ...env, PORT: port ?? '', ADMIN_PORT: adminPort ?? '' },
    healthUrl: `${origin}/healthz`,
    logFile: path.join(folder, 'earlier.log'),
  })
  await portal.start()
  return { origin, portal }
}

async function drill(newer: Node, earlier: Node, payments: number): Promise<void> {
  let line = 100
  /** Each payment is initiated at one node and processed at the other, and any worker ends it. */
  async function pay(nodes: readonly Node[]): Promise<void> {
    const clients = nodes.map(({ origin }) => new ApiClient(origin))
    for (let count = 0; count < payments; count++) {
      const [one, other = one] = count % 2 === 0 ? clients : clients.toReversed()
      const mode = 'NYANJA_MONEY_PUSH'
      const purchase = { msisdn: `999000${line++}`, amount: 500, mode, idempotencyKey: crypto.randomUUID() } as const
      const initiated = await one?.initiate(purchase)
      if (initiated?.transactionId === undefined) throw new Error(`Not initiated: ${initiated?.message}`)
      const processed = await other?.process(initiated.transactionId, mode)
      if (processed?.status !== 200) throw new Error(`Not processed: HTTP ${processed?.status} ${processed?.message}`)
    }
  }
  await pay([newer, earlier])
  await earlier.portal.kill()
  await pay([newer])
  // The earlier release continues on the newer schema after the rollback.
  await earlier.portal.start()
  await newer.portal.kill()
  await pay([earlier])
  await newer.portal.start()
  await pay([earlier, newer])
}

export const versionSkew: Drill = {
  name: 'version-skew',
  promise:
    'processes of two consecutive releases on one database, each killed in turn, take and deliver each payment once',
  async run({ databaseUrl, isFull }) {
    if (earlierRelease === undefined)
      return { did: 'nothing: the earlier release is not in this clone', violations: [] }
    const payments = isFull ? 250 : 50
    const options = { revision: earlierRelease, databaseUrl, payments, checkTimeoutMs: 200_000 }
    const { violations, delivered } = await payWithTwoReleases(options)
    const missing = delivered === 4 * payments ? [] : [`${delivered} of ${4 * payments} payments were delivered`]
    return { did: `${delivered} delivered`, violations: [...describeViolations(violations), ...missing] }
  },
}
