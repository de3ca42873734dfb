import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'

/** Epoch milliseconds. */
export interface LogArchive {
  readonly lastArchivedAt: number | undefined
  /** The latest attempt failed. */
  readonly isFailing: boolean
}

/** The archive of PostgreSQL's write-ahead log, from which a lost database is restored. */
export async function readLogArchive(db: Kysely<Database>): Promise<LogArchive> {
  const { rows } = await sql<{ at: number | null; is_failing: boolean }>`
    select (extract(epoch from last_archived_time) * 1000)::bigint as at,
      last_failed_time is not null and last_failed_time > coalesce(last_archived_time, '-infinity') as is_failing
    from pg_stat_archiver`.execute(db)
  return { lastArchivedAt: rows[0]?.at ?? undefined, isFailing: rows[0]?.is_failing ?? false }
}
