import { execFile } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { backUpSqlite } from '@nyanja/database/back-up-sqlite'
import { openDatabase } from '@nyanja/server/db/open'
import { root } from '../../../scripts/run.mjs'
import { createSchema, runSql } from '../../environment/database.ts'
import { SandboxControl } from '../../environment/sandbox-control.ts'
import { openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'
import { audit, type Rest, untilAtRest } from '../../invariants/audit.ts'
import { describeViolations, type Violation } from '../../invariants/invariants.ts'
import { startLoad } from '../channels/load.ts'
import type { Drill, DrillOptions } from '../drill/drill.ts'

/** The data at one moment, while other processes wrote. */
interface Backup {
  /** Restores the data of a portal that is not running. */
  restore(): Promise<void>
}

async function backUpFile(file: string): Promise<Backup> {
  const kept = await backUpSqlite({ file, folder: `${file}.backups`, keep: 1, now: Date.now() })
  return {
    async restore() {
      for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
      copyFileSync(kept, path.resolve(file))
    },
  }
}

/** Reads all rows of the schema that the address names. A server need not have pg_dump. */
async function backUpPostgres(url: string): Promise<Backup> {
  const { db, close } = openDatabase({ url })
  // The rows of a partition are those of its table.
  const named = await runSql(
    { db },
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
      and relnamespace = current_schema()::regnamespace`,
  )
  const names = named.map(({ name }) => String(name))
  const rows = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const read: [string, string][] = []
      for (const name of names) {
        const [all] = await runSql(
          { db: tx },
          `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${name} t`,
        )
        read.push([name, String(all?.rows)])
      }
      return read
    })
  await close()
  return { restore: () => restorePostgres(url, rows) }
}

async function restorePostgres(url: string, rows: readonly (readonly [string, string])[]): Promise<void> {
  const { db, close } = openDatabase({ url })
  await db.transaction().execute(async (tx) => {
    // The rows are restored as a dump is: without triggers and foreign keys, which check single changes.
    await runSql({ db: tx }, 'set local session_replication_role = replica')
    await runSql({ db: tx }, `truncate ${rows.map(([name]) => name).join(', ')}`)
    for (const [name, all] of rows)
      await runSql(
        { db: tx },
        `insert into ${name} overriding system value
         select * from jsonb_populate_recordset(null::${name}, $backup$${all}$backup$::jsonb)`,
      )
  })
  await close()
}

export interface RestoreOptions {
  /** Tells whether the command is run before the portal starts. */
  readonly isAnnounced: boolean
  /** Payments begun before the backup, and after it, which a restored database has no record of. */
  readonly before: number
  readonly after: number
  readonly channels: number
  readonly seed: number
  /** A PostgreSQL server in place of SQLite. */
  readonly databaseUrl?: string | undefined
  readonly checkTimeoutMs: number
}

interface RestoreReport {
  readonly violations: readonly Violation[]
  readonly delivered: number
  /** Captures and deliveries that the database lacks; all of them must be in its list. */
  readonly unknownCaptures: number
  readonly listed: number
  /** The output of the command, where it was run. */
  readonly shown: string
  readonly rest: Rest
}

/** Deliveries are in progress at any moment, and the BSS has time to find them. */
const settings = { BSS_TIMEOUT_MS: '3000' }
const bssTakesMs = 400

/**
 * Backs the database up under load, continues, restores it, runs the command or does not, and waits until the system is
 * at rest.
 */
export async function restoreUnderLoad(options: RestoreOptions): Promise<RestoreReport> {
  const schema = options.databaseUrl === undefined ? undefined : await createSchema(options.databaseUrl)
  const environment = await openEnvironment({ settings: { ...settings, ...(schema && { DATABASE_URL: schema.url }) } })
  try {
    return await drill(environment, schema?.url, options)
  } finally {
    await environment.close()
    await schema?.drop()
  }
}

async function drill(
  environment: TestEnvironment,
  url: string | undefined,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const file = path.join(environment.folder, 'portal.db')
  const address = url === undefined ? { file, isBeside: true } : { url }
  const sandbox = new SandboxControl(environment.sandboxOrigin)
  await sandbox.approvePrompts(200)
  await sandbox.fault({ provider: 'bss', operation: 'topupBalance', kind: 'delay', delayMs: bssTakesMs })
  const { channels, seed } = options
  const load = startLoad({ origins: [environment.origin], sandbox, channels, seed })
  await load.untilMore(options.before)
  const since = new Date()
  const kept: Backup = url === undefined ? await backUpFile(file) : await backUpPostgres(url)
  await load.untilMore(options.after)
  await load.end()
  await environment.portal.kill()

  await kept.restore()
  const shown = options.isAnnounced ? await runAfterRestore(environment, since) : ''
  await environment.portal.start()
  const rest = await untilAtRest(address, sandbox, options.checkTimeoutMs)
  const { violations, deliveries } = await audit(address, rest)
  const known = new Set(rest.accounts.attempts.map(({ id }) => id))
  return {
    violations,
    delivered: deliveries,
    unknownCaptures: rest.records.captures.filter(({ reference }) => !known.has(reference)).length,
    listed: rest.accounts.unknownPayments.length,
    shown,
    rest,
  }
}

export async function runAfterRestore({ env }: Pick<TestEnvironment, 'env'>, since: Date): Promise<string> {
  const command = [
    'apps/commands/main.ts',
    'payments',
    'after-restore',
    '--since',
    since.toISOString(),
    '--by',
    'drill',
  ]
  const node = ['--disable-warning=ExperimentalWarning', ...command]
  const { stdout } = await promisify(execFile)(process.execPath, node, { cwd: root, env: { ...env } })
  return stdout
}

type Where = (options: DrillOptions) => { readonly databaseUrl?: string }

function restoreOn(name: string, where: Where, isAnnounced = true): Drill {
  return {
    name: `restore-${name}`,
    promise: `a backup restored under load${isAnnounced ? '' : ' without a word to the portal'} delivers nothing twice, and every capture after it is listed`,
    async run(options) {
      const { isFull, seed } = options
      const report = await restoreUnderLoad({
        ...where(options),
        isAnnounced,
        before: isFull ? 1_000 : 150,
        after: isFull ? 1_000 : 150,
        channels: 8,
        seed,
        checkTimeoutMs: 200_000,
      })
      return {
        did: `${report.delivered} delivered, ${report.unknownCaptures} captures after the backup, ${report.listed} listed`,
        violations: describeViolations(report.violations),
      }
    },
  }
}

export const restoreOnSqlite = restoreOn('sqlite', () => ({}))
export const restoreOnPostgres = restoreOn('postgres', ({ databaseUrl }) => ({ databaseUrl }))
export const unannouncedOnSqlite = restoreOn('unannounced-sqlite', () => ({}), false)
export const unannouncedOnPostgres = restoreOn('unannounced-postgres', ({ databaseUrl }) => ({ databaseUrl }), false)
