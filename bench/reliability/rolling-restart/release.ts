import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrateTables, migrations } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import { buildIfStale } from '../../../scripts/build.mjs'
import { findNginx } from '../../../scripts/check/find-tools.mjs'
import { freePorts } from '../../../scripts/free-ports.mjs'
import { publishAssets } from '../../../scripts/publish-assets.mjs'
import { root } from '../../../scripts/run.mjs'
import { createSchema } from '../../environment/database.ts'
import { buildRelease, earlierRelease } from '../../environment/earlier-release.ts'
import type { Cleanup } from '../../environment/run-bench.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { type JoinedPortal, openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'
import { audit, untilAtRest } from '../../invariants/audit.ts'
import { describeViolations } from '../../invariants/invariants.ts'
import { type Drill, skip } from '../drill/drill.ts'
import { measureCapacity, startLoad } from './load.ts'
import { type Nginx, openNginx } from './nginx.ts'

interface ReleaseOptions {
  /** The commit of the earlier release. */
  readonly revision: string
  readonly rounds: number
  readonly drainSeconds: number
  readonly payers: number
  readonly databaseUrl: string
  readonly seed: number
  readonly checkTimeoutMs: number
}

type Role = 'web' | 'worker'

/** A release in its folder, with texts and tables of its own. */
function settingsIn(folder: string, role: Role): Readonly<Record<string, string>> {
  const home = path.join(folder, 'apps/portal')
  return {
    ROLE: role,
    MARKETS_DIR: path.join(home, 'markets'),
    CONTENT_DIR: path.join(home, 'content'),
  }
}

/** Release 1.0.0 has it elsewhere. */
const mainIn = (folder: string) =>
  ['apps/commands/main.ts', 'apps/portal/server/main.ts']
    .map((file) => path.join(folder, file))
    .find((file) => existsSync(file)) ?? ''

interface Fleet {
  readonly environment: TestEnvironment
  readonly nginx: Nginx
  readonly webs: JoinedPortal[]
  readonly workers: JoinedPortal[]
}

const startIn = (environment: TestEnvironment, folder: string, role: Role): Promise<JoinedPortal> =>
  environment.joinPortal({ main: mainIn(folder), settings: settingsIn(folder, role) })

/** Starts four web and two worker processes of the earlier release behind nginx, on its own schema. */
async function openFleet(options: ReleaseOptions, earlier: string, assets: string, cleanup: Cleanup) {
  const { url, drop } = await createSchema(options.databaseUrl, migrations.slice(0, 1))
  cleanup(drop)
  const [port = 0] = await freePorts(1)
  const environment = await openEnvironment({
    settings: {
      ...settingsIn(earlier, 'web'),
      DATABASE_URL: url,
      PUBLIC_ORIGIN: `http://localhost:${port}`,
      ASSETS_DIR: assets,
      DRAIN_SECONDS: String(options.drainSeconds),
      MONEY_FIRST_ENQUIRY_SECONDS: '2',
    },
    portalMain: mainIn(earlier),
  })
  cleanup(() => environment.close())
  const webs: JoinedPortal[] = [environment]
  while (webs.length < 4) webs.push(await startIn(environment, earlier, 'web'))
  const workers = [await startIn(environment, earlier, 'worker'), await startIn(environment, earlier, 'worker')]
  const nginx = await openNginx({ folder: environment.folder, port, origins: webs.map(({ origin }) => origin) })
  cleanup(() => nginx.close())
  return { environment, nginx, webs, workers, url, origin: `http://localhost:${port}` }
}

const capacitySeconds = 5

export async function releaseUnderLoad(options: ReleaseOptions, cleanup: Cleanup) {
  const earlier = buildRelease(options.revision)
  await buildIfStale()
  const assets = mkdtempSync(path.join(tmpdir(), 'nyanja-assets-'))
  cleanup(() => rmSync(assets, { recursive: true, force: true }))
  publishAssets(path.join(earlier, 'apps/portal/build/client'), assets)
  const { url, origin, ...fleet } = await openFleet(options, earlier, assets, cleanup)
  const sandbox = new SandboxControl(fleet.environment.sandboxOrigin)
  await sandbox.approvePrompts(100)
  await measureCapacity(origin, capacitySeconds) // The engines' compilers need to have seen the code.
  const capacity = await measureCapacity(origin, capacitySeconds)
  const { payers, seed } = options
  const load = startLoad({ origin, visitors: 16, payers, seed, pagesPerSecond: capacity / 2, isPatient: true })
  await load.untilMore(payers)

  publishAssets(path.join(root, 'apps/portal/build/client'), assets)
  const database = openDatabase({ url })
  const applied = await migrateTables(database).finally(() => database.close())
  const shares: Share[] = []
  let replaced = 0
  for (let round = 0; round < options.rounds; round++)
    for (const folder of [root, earlier]) {
      for (const at of fleet.webs.keys()) {
        await replaceWeb(fleet, at, folder)
        await load.untilMore(payers)
      }
      for (const at of fleet.workers.keys()) {
        await fleet.workers[at]?.portal.stop()
        fleet.workers[at] = await startIn(fleet.environment, folder, 'worker')
        // Each release has one worker.
        if (at === 0) shares.push(await watchSharing(fleet.workers))
      }
      replaced += fleet.webs.length + fleet.workers.length
    }
  const { failures, ...counts } = await load.end()
  const rest = await untilAtRest({ url }, sandbox, options.checkTimeoutMs)
  const { violations, deliveries } = await audit({ url }, rest)
  return { ...counts, failures, violations, deliveries, capacity, shares, replaced, migrations: applied.length }
}

async function replaceWeb({ environment, nginx, webs }: Fleet, at: number, folder: string): Promise<void> {
  const leaving = webs[at]
  const origins = () => webs.map(({ origin }) => origin)
  await nginx.spreadOver(origins().filter((origin) => origin !== leaving?.origin))
  await leaving?.portal.stop()
  webs[at] = await startIn(environment, folder, 'web')
  await nginx.spreadOver(origins())
}

/** Returns how many calls each worker has made to the BSS. */
type Share = readonly number[]

const sharingTimeoutMs = 60_000

/** Waits until each has sent one more, or for a while. */
async function watchSharing(workers: readonly JoinedPortal[]): Promise<Share> {
  const before = await Promise.all(workers.map(countCalls))
  const giveUpAt = performance.now() + sharingTimeoutMs
  for (;;) {
    const counts = await Promise.all(workers.map(countCalls))
    const share = counts.map((count, at) => count - (before[at] ?? 0))
    if (share.every((count) => count > 0) || performance.now() > giveUpAt) return share
    await sleep(200)
  }
}

async function countCalls({ adminOrigin }: JoinedPortal): Promise<number> {
  const text = await (await fetch(`${adminOrigin}/metrics`)).text()
  const counts = text.matchAll(/^portal_provider_call_seconds_count\{[^}]*provider="bss"[^}]*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

export const release: Drill = {
  name: 'release',
  promise: 'a release with migrations and its rollback under load fail no request, and old pages keep their files',
  async run({ seed, isFull, databaseUrl }) {
    if (findNginx() === undefined) return skip('nginx is missing (apt-get install nginx-light)')
    if (earlierRelease === undefined) return skip('the earlier release is not in this clone')
    const undos: (() => unknown)[] = []
    try {
      const report = await releaseUnderLoad(
        {
          revision: earlierRelease,
          rounds: isFull ? 5 : 1,
          drainSeconds: 2,
          payers: 4,
          databaseUrl,
          seed,
          checkTimeoutMs: 200_000,
        },
        (undo) => undos.push(undo),
      )
      const { violations, failures, pages, files, payments, busy, capacity, shares, replaced, deliveries } = report
      const did = [
        `${report.migrations} migrations, ${replaced} processes replaced`,
        `${pages} pages at half of ${capacity.toFixed(0)} a second, ${files} files of earlier pages`,
        `${payments} payments, ${deliveries} delivered, by workers of both releases ${shares.map((share) => share.join(' and ')).join(', ')}`,
        `${busy} busy answers, ${failures.length} failed requests`,
      ].join(', ')
      const alone = shares.filter((share) => share.includes(0)).length
      return {
        did,
        violations: [
          ...describeViolations(violations),
          ...failures,
          ...(alone === 0 ? [] : [`${alone} times a worker of one release did nothing`]),
        ],
      }
    } finally {
      for (const undo of undos.reverse()) await undo()
    }
  },
}
