import { setTimeout as sleep } from 'node:timers/promises'
import { PortalError } from '@nyanja/domain/errors'
import { minute } from '@nyanja/domain/time'
import { sql } from 'kysely'
import type { OpenDatabase } from './open.ts'
import { refusalOfPostgres } from './postgres-driver.ts'

const patientMs = minute
const retryMs = 1_000

export interface AwaitDatabaseOptions {
  readonly log: { warn(text: string): void }
  readonly now?: () => number
  readonly pause?: (ms: number) => Promise<unknown>
}

/** Waits for a server that starts at the same time; a server that refuses the settings is not retried. */
export async function awaitDatabase(
  { db, engine }: OpenDatabase,
  { log, now = () => performance.now(), pause = sleep }: AwaitDatabaseOptions,
): Promise<void> {
  if (engine === 'sqlite') return
  const giveUpAt = now() + patientMs
  for (let tries = 1; ; tries++) {
    const error = await sql`select 1`.execute(db).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    if (error === undefined) return
    const refusal = refusalOfPostgres(error)
    if (refusal !== undefined) throw new Error(`PostgreSQL ${refusal}: look at DATABASE_URL`)
    if (!(error instanceof PortalError)) throw error
    if (now() >= giveUpAt)
      throw new Error(`${error.message}, for ${patientMs / 1000} seconds: see docs/runbook/database-away.md`)
    if (tries === 1) log.warn(`${error.message}: waiting up to ${patientMs / 1000} seconds for it`)
    await pause(retryMs)
  }
}
