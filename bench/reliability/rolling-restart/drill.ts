import { setTimeout as sleep } from 'node:timers/promises'
import { findNginx } from '../../../scripts/check/find-tools.mjs'
import { freePorts } from '../../../scripts/free-ports.mjs'
import { createSchema } from '../../environment/database.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import type { Service } from '../../environment/service.ts'
import { openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'
import { audit, untilAtRest } from '../../invariants/audit.ts'
import { describeViolations, type Violation } from '../../invariants/invariants.ts'
import { type Drill, skip } from '../drill/drill.ts'
import { answerTimeoutMs, startLoad } from './load.ts'
import { type Nginx, openNginx } from './nginx.ts'

export interface RollingRestartOptions {
  /** The rounds, each over one node after the other. */
  readonly rounds: number
  readonly drainSeconds: number
  /** The pause between two restarts. */
  readonly restMs: number
  readonly visitors: number
  readonly payers: number
  readonly databaseUrl: string
  readonly seed: number
  readonly checkTimeoutMs: number
}

export interface RollingRestartReport {
  readonly violations: readonly Violation[]
  /** Requests that failed for a visitor or a channel, with the answer that they got. */
  readonly failures: readonly string[]
  readonly restarts: number
  readonly pages: number
  readonly payments: number
  /**
   * A draining node answers these, read at the node itself: whether it is ready, and whether it asks for a new
   * connection.
   */
  readonly drains: readonly { readonly isReady: boolean; readonly closesConnection: boolean }[]
}

interface Node {
  readonly origin: string
  readonly adminOrigin: string
  readonly portal: Service
}

/** Restarts two nodes behind nginx, one after the other, while visitors load pages and channels pay. */
export async function restartRolling(options: RollingRestartOptions): Promise<RollingRestartReport> {
  const { url, drop } = await createSchema(options.databaseUrl)
  const [port = 0] = await freePorts(1)
  const environment = await openEnvironment({
    settings: {
      DATABASE_URL: url,
      PUBLIC_ORIGIN: `http://localhost:${port}`,
      DRAIN_SECONDS: String(options.drainSeconds),
      MONEY_FIRST_ENQUIRY_SECONDS: '2',
    },
  })
  try {
    const nodes = [environment, await environment.joinPortal()]
    const nginx = await openNginx({ folder: environment.folder, port, origins: nodes.map(({ origin }) => origin) })
    try {
      return await drill({ environment, nodes, nginx, url, port }, options)
    } finally {
      await nginx.close()
    }
  } finally {
    await environment.close()
    await drop()
  }
}

interface LoadSetup {
  readonly environment: TestEnvironment
  readonly nodes: readonly Node[]
  readonly nginx: Nginx
  readonly url: string
  readonly port: number
}

async function drill(setup: LoadSetup, options: RollingRestartOptions): Promise<RollingRestartReport> {
  const { environment, nodes, nginx, url } = setup
  const sandbox = new SandboxControl(environment.sandboxOrigin)
  await sandbox.approvePrompts(100)
  const load = startLoad({ ...options, origin: `http://localhost:${setup.port}` })
  const drains: { isReady: boolean; closesConnection: boolean }[] = []
  let restarts = 0
  for (let round = 0; round < options.rounds; round++)
    for (const node of nodes) {
      await load.untilMore(options.payers)
      await nginx.spreadOver(nodes.filter((each) => each !== node).map(({ origin }) => origin))
      const stopped = node.portal.stop()
      drains.push(await probeDrainingNode(node))
      await stopped
      await node.portal.start()
      await nginx.spreadOver(nodes.map(({ origin }) => origin))
      restarts++
      await sleep(options.restMs)
    }
  await load.untilMore(options.payers)
  const { failures, pages, payments } = await load.end()
  const rest = await untilAtRest({ url }, sandbox, options.checkTimeoutMs)
  const { violations } = await audit({ url }, rest)
  return { violations, failures, restarts, pages, payments, drains }
}

/** A balancer reads this when it checks the node while it drains. */
async function probeDrainingNode({ origin, adminOrigin }: Node) {
  const ask = (url: string) => fetch(url, { signal: AbortSignal.timeout(answerTimeoutMs) })
  const giveUpAt = performance.now() + answerTimeoutMs
  let isReady = true
  while (isReady && performance.now() < giveUpAt) {
    isReady = (await ask(`${adminOrigin}/readyz`)).ok
    if (isReady) await sleep(10)
  }
  const { headers } = await ask(`${origin}/healthz`)
  return { isReady, closesConnection: headers.get('connection') === 'close' }
}

export const rollingRestart: Drill = {
  name: 'rolling-restart',
  promise: 'two nodes behind nginx are restarted one after the other under load, and no request fails',
  async run({ seed, isFull, databaseUrl }) {
    if (findNginx() === undefined) return skip('nginx is missing (apt-get install nginx-light)')
    const report = await restartRolling({
      rounds: isFull ? 20 : 4,
      drainSeconds: 3,
      restMs: 2_000,
      visitors: 8,
      payers: 8,
      databaseUrl,
      seed,
      checkTimeoutMs: 200_000,
    })
    const { violations, failures, restarts, pages, payments, drains } = report
    const silent = drains.filter(({ isReady, closesConnection }) => isReady || !closesConnection).length
    return {
      did: `${restarts} restarts, ${pages} pages and ${payments} payments, ${failures.length} failed requests`,
      violations: [
        ...describeViolations(violations),
        ...failures,
        ...(silent === 0 ? [] : [`${silent} nodes did not say that they drain`]),
      ],
    }
  },
}
