import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AcknowledgedCommits } from '@nyanja/database/acknowledged-commits'
import { awaitDatabase } from '@nyanja/database/await-database'
import { checkDataKeys } from '@nyanja/database/data-key-check'
import { recordInstallation, repairModes } from '@nyanja/database/database-files'
import type { DatabaseAddress } from '@nyanja/database/open'
import { openClock, type ProcessClock } from '@nyanja/database/process-clock'
import { holdProcessLock, type ProcessLock } from '@nyanja/database/process-lock'
import type { SiteLanguages } from '@nyanja/domain/texts/language'
import { readJournal, readLastCalls, readLastCommits } from '@nyanja/server/adapters/journal-files/journal-files'
import { createLog } from '@nyanja/server/common/log'
import type { Queue } from '@nyanja/server/common/work-queue'
import { migrateTables } from '@nyanja/server/db/migrations/all'
import { createNodeReport, reportRegularly } from '@nyanja/server/db/node-reports'
import { compareNodesRegularly } from '@nyanja/server/db/node-versions'
import { openDatabase } from '@nyanja/server/db/open'
import { recoverWork } from '@nyanja/server/db/payments/orphan-recovery'
import { recoverMissingCalls } from '@nyanja/server/db/recovery/missing-calls'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { createMetrics, loggedMetrics, type Metrics } from '@nyanja/server/metrics/metrics'
import { type Config, readEnvironment } from '@nyanja/server/settings/config'
import type { Market } from '@nyanja/server/settings/market'
import { readMapFiles } from '@nyanja/server/settings/provider-config'
import { listReadinessFaults, readDatabaseFigures } from '@nyanja/server/wiring/readiness'
import { readBrowserFiles } from '@nyanja/web/http/browser-files'
import { createConnections, Drain } from '@nyanja/web/http/connections'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { createAdminApp } from './http/admin-app.ts'
import { Admission } from './http/admission.ts'
import type { RequestHandler } from './http/pages/serve-pages.ts'
import { createPortal, type Portal, type PortalOptions } from './portal.ts'
import { readReceiptFile } from './receipt-file.ts'

/** What a queue of another part of the product needs. */
export interface QueueOptions {
  readonly database: OpenDatabase
  readonly market: Market
  readonly now: () => number
}

export interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** This folder contains `build/`, `markets/`, `content/` and `places/`. */
  readonly home: string
  /** The pages of a build, in the languages of a market. */
  readonly pagesIn: (languages: SiteLanguages) => RequestHandler
  /** Makes the queues that the worker does besides those of the portal. */
  readonly openQueues: (open: QueueOptions) => readonly Queue[]
}

export interface StartedPortal {
  readonly url: string
  readonly adminUrl: string
  /**
   * The server keeps serving while balancers notice, unless `isAtOnce`, and lets requests and due work in progress end.
   */
  stop(how?: { readonly isAtOnce?: boolean }): Promise<void>
}

const urlOf = (address: AddressInfo | string | null) =>
  address !== null && typeof address === 'object'
    ? `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
    : ''

const workDeadlineMs = 10_000

const servesVisitors = ({ role }: Config) => role !== 'worker'
const doesDueWork = ({ role }: Config) => role !== 'web'

/** On SQLite, and in a demonstration, a start migrates the tables; in production staff do it before. */
const migratesAtStart = ({ isProduction, database }: Config) => 'file' in database || !isProduction

interface Observed {
  readonly database: OpenDatabase
  readonly clock: ProcessClock
  readonly metrics: Metrics
  readonly drain: Drain
}

function createAdmin({ adminToken: token }: Config, { database, clock, metrics, drain }: Observed): FastifyInstance {
  return createAdminApp({
    metrics: async () => {
      metrics.setClockOffset(clock.offsetMs() / 1000)
      metrics.setDatabaseRoundTrip(clock.roundTripMs() / 1000)
      await readDatabaseFigures(database, metrics, clock.now())
      return metrics.registry.metrics()
    },
    faults: () => listReadinessFaults(database, drain),
    token,
  })
}

/** Migrates the tables and names what was missing. Several machines may do it at the same time. */
export async function migrateDatabase(options: Pick<StartOptions, 'env' | 'home'>): Promise<string[]> {
  const config = readEnvironment(options)
  const database = openDatabase(config.database)
  try {
    await awaitDatabase(database, { log: createLog(config.logLevel) })
    return await migrateAndRecord(database, config.database)
  } finally {
    await database.close()
  }
}

async function migrateAndRecord(database: OpenDatabase, address: DatabaseAddress): Promise<string[]> {
  const applied = await migrateTables(database)
  if ('file' in address) recordInstallation(address.file)
  return applied
}

/** Opens the tables as this release expects them, and recovers the work of dead processes. */
async function openForWork(config: Config, log: Logger) {
  const address: DatabaseAddress = config.database
  const repaired = 'file' in address ? repairModes(address.file) : []
  if (repaired.length > 0) log.warn({ repaired }, 'other users of this machine could read these: no longer')
  const commits = new AcknowledgedCommits(await readLastCommits(config.journalFolder))
  const database = openDatabase(address, { commits })
  await awaitDatabase(database, { log })
  if (migratesAtStart(config)) await migrateAndRecord(database, address)
  await checkDataKeys(database, address.keys)
  const processLock =
    'url' in address ? await holdProcessLock(address.url, database.processId, database.register) : undefined
  const clock = await openClock(database, (warning) => log.warn(warning))
  await recoverWork(database, clock.now())
  const { journalFolder } = config
  const journal = {
    readLast: () => readLastCalls(journalFolder),
    readSince: async (since: number) => (await readJournal(journalFolder, since)).lines,
  }
  const missing = await recoverMissingCalls(database, journal, clock.now())
  if (missing > 0) log.error({ missing }, 'the database is older than the journal: a recovery has begun')
  return {
    database,
    commits,
    clock,
    processLock,
    async close() {
      clock.close()
      await processLock?.end()
      await database.close()
    },
  }
}

/** Reads the digest of what a build was made of. */
function readRelease(home: string): string {
  const file = path.join(home, 'build', '.sources')
  return existsSync(file) ? readFileSync(file, 'utf8') : 'unknown'
}

interface Compared {
  readonly home: string
  readonly database: OpenDatabase
  readonly clock: ProcessClock
  readonly processLock: ProcessLock | undefined
  readonly portal: Portal
  readonly metrics: Metrics
  readonly log: Logger
}

/** Compares nodes on PostgreSQL: SQLite serves one process. */
function compareNodes(compared: Compared): (() => void) | undefined {
  const { home, database, clock, processLock, portal, metrics, log } = compared
  if (processLock === undefined) return undefined
  // Places are in the database, which all nodes share.
  const content = () => `${portal.content.version} ${portal.help.version}`
  const versions = () => ({ release: readRelease(home), content: content() })
  const own = { processLock, versions, clockOffsetMs: () => clock.offsetMs() }
  return compareNodesRegularly({ db: database.db, ...own, count: metrics.setDifferingNodes, log })
}

/** The exporter takes time and memory, so it is loaded only where traces are sent. */
async function startTracing({ tracing }: Config): Promise<(() => Promise<void>) | undefined> {
  if (tracing === undefined) return undefined
  const loaded = await import('@nyanja/server/metrics/start-tracing')
  return loaded.startTracing(tracing)
}

function openLog({ logLevel, notices }: Config): Logger {
  const log = createLog(logLevel)
  for (const notice of notices) log.warn(notice)
  return log
}

/** Starts the portal in the roles that it is configured for. */
export async function startPortal({ env, home, pagesIn, openQueues }: StartOptions): Promise<StartedPortal> {
  const config = readEnvironment({ env, home })
  const log = openLog(config)
  const { metrics, report } = createNodeReport(loggedMetrics(createMetrics(), log))
  const stopTracing = await startTracing(config)
  const opened = await openForWork(config, log)
  const { database, clock, processLock, close: closeDatabase } = opened

  const clientFolder = path.join(home, 'build', 'client')
  const map = readMapFiles({ clientFolder, placesFolder: config.placesFolder, tiles: config.tiles })
  const handlePage = pagesIn(config.market.languages)
  const receiptOf: PortalOptions['receiptOf'] = (ofPortal, due) => readReceiptFile({ handlePage, log }, ofPortal, due)
  const moreQueues = openQueues({ database, market: config.market, now: clock.now })
  const { portal, worker, close } = await createPortal({
    ...{ ...opened, config, metrics, log, map, receiptOf, moreQueues },
  })
  const stopComparing = compareNodes({ home, database, clock, processLock, portal, metrics, log })
  const stopReporting = reportRegularly({ db: database.db, processId: database.processId, report, now: clock.now })
  const stopRefreshing = portal.incident.refreshRegularly()
  const drain = new Drain()
  const connections = createConnections()
  const admin = createAdmin(config, { database, clock, metrics, drain })
  await admin.listen(config.admin)

  const app = await createApp({
    portal,
    log,
    metrics,
    publicOrigin: config.http.publicOrigin,
    trustedProxies: config.http.trustedProxies,
    callbackTokens: config.callbackTokens,
    browserFiles: readBrowserFiles(path.join(home, 'build')),
    assets: { ...config.assets, buildFolder: clientFolder },
    handlePage,
    connections,
    admission: new Admission(),
    drain,
  })
  if (servesVisitors(config)) await app.listen({ host: config.http.host, port: config.http.port })
  if (doesDueWork(config)) worker.start()
  log.info(
    {
      url: urlOf(app.server.address()),
      role: config.role,
      engine: database.engine,
      market: config.market.code,
      methods: config.market.paymentOptions.map(({ method, gateway }) => `${method} by ${gateway}`),
    },
    'ready',
  )

  return {
    url: urlOf(app.server.address()),
    adminUrl: urlOf(admin.server.address()),
    async stop({ isAtOnce = false } = {}) {
      log.info('stopping')
      const drainMs = isAtOnce || !servesVisitors(config) ? 0 : config.drainMs
      await drain.close(app, connections, { drainMs })
      stopComparing?.()
      stopReporting()
      stopRefreshing()
      // Work that a provider delays for longer is found by its reference later, as after a crash.
      await Promise.race([worker.stop(), sleep(workDeadlineMs, undefined, { ref: false })])
      await close()
      await admin.close()
      await closeDatabase()
      await stopTracing?.()
      log.info('stopped')
      log.flush()
    },
  }
}
