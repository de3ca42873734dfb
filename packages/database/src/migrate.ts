import { setTimeout as sleep } from 'node:timers/promises'
import { PortalError } from '@nyanja/domain/errors'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Engine, OpenDatabase } from './open.ts'
import { transaction, withoutTimeouts } from './transaction.ts'

/**
 * A step that only goes forward: it expands in one release and contracts in the next, so that two releases can run side
 * by side.
 */
export interface Migration {
  /** The name, such as `0001-payments`, which never changes after release. */
  readonly name: string
  /** Takes plain SQL only: current table types would change a released migration. */
  up(db: QueryExecutorProvider, engine: Engine): Promise<void>
}

// An arbitrary number, unique within the database.
const advisoryLock = 265_000_001

const createMigrationTable = {
  sqlite: sql`create table if not exists migration (name text primary key, applied_at integer not null) strict`,
  postgres: sql`create table if not exists migration (name text primary key, applied_at bigint not null)`,
} as const satisfies Record<Engine, unknown>

/**
 * A limit shorter than PostgreSQL waits (`deadlock_timeout`, a second) before it ends one of two transactions that wait
 * for each other: so the migration gives way, and never a payment. Nor do payments queue behind it for longer.
 */
const lockMs = 500
const mostTries = 120
const pauseMs = 1_000

/** The codes of a lock that was not granted in time, or never would have been. */
const lockConflicts: readonly unknown[] = ['55P03', '40P01']

interface MigrateOptions {
  /** Throws for a database of another product, before anything is changed. */
  readonly refuse?: (applied: readonly { readonly name: string }[]) => void
  readonly pause?: (ms: number) => Promise<unknown>
}

/**
 * Applies the missing migrations, all or none, and returns their names. Several processes may call it at the same time,
 * and others may use the tables meanwhile.
 */
export async function migrate(
  database: OpenDatabase,
  migrations: readonly Migration[],
  { pause = sleep, refuse = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  for (let tries = 1; ; tries++)
    try {
      return await migrateOnce(database, migrations, refuse)
    } catch (error) {
      if (tries === mostTries || !isLockConflict(error)) throw error
      await pause(pauseMs)
    }
}

/** Tells whether a lock was not granted in time, or two transactions waited for each other. */
export function isLockConflict(error: unknown): boolean {
  const cause = error instanceof PortalError ? error.cause : error
  return cause instanceof Error && 'code' in cause && lockConflicts.includes(cause.code)
}

function migrateOnce(
  { db, engine }: OpenDatabase,
  migrations: readonly Migration[],
  refuse: Required<MigrateOptions>['refuse'],
): Promise<string[]> {
  return withoutTimeouts(() =>
    transaction(db, async (tx) => {
      if (engine === 'postgres') {
        await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(tx)
        await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(tx)
      }
      await createMigrationTable[engine].execute(tx)

      const applied = await tx.selectFrom('migration').select('name').execute()
      refuse(applied)
      const names = new Set(applied.map(({ name }) => name))
      const pending = migrations.filter(({ name }) => !names.has(name))
      for (const migration of pending) {
        await migration.up(tx, engine)
        await tx.insertInto('migration').values({ name: migration.name, applied_at: Date.now() }).execute()
      }
      return pending.map(({ name }) => name)
    }),
  )
}
