import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../scripts/run.mjs'
import { audit } from '../audit/audit.ts'
import type { Violation } from '../audit/invariants.ts'
import { type Rest, untilSettled } from '../audit/settling.ts'
import { startLoad } from '../channels/load.ts'
import { createSchema } from '../stage/database.ts'
import { SandboxDoor } from '../stage/sandbox-door.ts'
import { openStage, type Stage } from '../stage/stage.ts'
import { type Backup, backUpPostgres, backUpSqlite } from './backups.ts'

export interface RestoreOptions {
  /** Begun before the backup, and after it, which a restored database has never heard of. */
  readonly before: number
  readonly after: number
  readonly channels: number
  readonly seed: number
  /** A PostgreSQL server in place of SQLite. */
  readonly databaseUrl?: string | undefined
  readonly settlePatienceMs: number
}

export interface RestoreReport {
  readonly violations: readonly Violation[]
  readonly delivered: number
  /** Captures and deliveries of which the database knows nothing; all of them must stand in its list. */
  readonly unknownCaptures: number
  readonly listed: number
  /** What the command said. */
  readonly said: string
  readonly rest: Rest
}

/** Goods are under way at any moment, and the BSS is given time to find them. */
const settings = { BSS_TIMEOUT_MS: '3000' }
const bssTakesMs = 400

/** Backs the database up under load, goes on, restores it, runs the command, and lets everything come to rest. */
export async function restoreUnderLoad(options: RestoreOptions): Promise<RestoreReport> {
  const schema = options.databaseUrl === undefined ? undefined : await createSchema(options.databaseUrl)
  const stage = await openStage({ settings: { ...settings, ...(schema && { DATABASE_URL: schema.url }) } })
  try {
    return await drill(stage, schema?.url, options)
  } finally {
    await stage.close()
    await schema?.drop()
  }
}

async function drill(stage: Stage, url: string | undefined, options: RestoreOptions): Promise<RestoreReport> {
  const file = path.join(stage.folder, 'portal.db')
  const address = url === undefined ? { file, isBeside: true } : { url }
  const sandbox = new SandboxDoor(stage.sandboxOrigin)
  await sandbox.approvePrompts(200)
  await sandbox.fault({ provider: 'bss', operation: 'topupBalance', kind: 'delay', delayMs: bssTakesMs })
  const { channels, seed } = options
  const load = startLoad({ origins: [stage.origin], sandbox, channels, seed })
  await load.untilMore(options.before)
  const since = new Date()
  const kept: Backup = url === undefined ? await backUpSqlite(file) : await backUpPostgres(url)
  await load.untilMore(options.after)
  await load.end()
  await stage.portal.kill()

  await kept.restore()
  const said = await runAfterRestore(stage, since)
  await stage.portal.start()
  const rest = await untilSettled(address, sandbox, options.settlePatienceMs)
  const { violations, deliveries } = await audit(address, rest.books)
  const known = new Set(rest.accounts.attempts.map(({ id }) => id))
  return {
    violations,
    delivered: deliveries,
    unknownCaptures: rest.books.captures.filter(({ reference }) => !known.has(reference)).length,
    listed: rest.accounts.unknownPayments.length,
    said,
    rest,
  }
}

async function runAfterRestore({ env }: Stage, since: Date): Promise<string> {
  const command = [
    'apps/portal/server/main.ts',
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
