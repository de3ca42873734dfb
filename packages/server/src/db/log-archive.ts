import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from './schema.ts'

/** The state of the archive. Times are epoch milliseconds. */
export interface LogArchive {
  readonly lastArchivedAt: number | undefined
  /** Whether the latest attempt failed, or complete segments wait without an attempt that ends. */
  readonly isFailing: boolean
}

/** The figures that PostgreSQL reports. Times are epoch milliseconds by its clock. */
export interface ArchiverFigures {
  readonly mode: string
  readonly archivedAt: number | null
  readonly failedAt: number | null
  /** A segment, or a file of a backup or a timeline. */
  readonly archivedFile: string | null
  /** The newest segment that can be archived; a standby has none. */
  readonly completeFile: string | null
  readonly startedAt: number
  readonly now: number
}

/** A live portal completes a segment every minute, by `archive_timeout`. */
const longestWaitMs = 5 * 60_000

/** The position in the log, which follows the timeline in the name. */
const positionOf = (file: string) => file.slice(8, 24)

/**
 * PostgreSQL counts no failure while a command hangs, as on a disk of the network that answers no more, and none when
 * the command cannot be found or is killed.
 */
export function isArchiveFailing(figures: ArchiverFigures): boolean {
  const { mode, archivedAt, failedAt, archivedFile, completeFile, startedAt, now } = figures
  if (failedAt !== null && failedAt > (archivedAt ?? 0)) return true
  if (mode === 'off' || completeFile === null) return false
  const isWaiting = archivedFile === null || positionOf(archivedFile) < positionOf(completeFile)
  return isWaiting && now - Math.max(archivedAt ?? 0, startedAt) > longestWaitMs
}

/** The archive of PostgreSQL's write-ahead log, from which a lost database is restored. */
export async function readLogArchive(db: Kysely<Database>): Promise<LogArchive> {
  const ms = (time: RawBuilder<unknown>) => sql`(extract(epoch from ${time}) * 1000)::bigint`
  const { rows } = await sql<ArchiverFigures>`
    select current_setting('archive_mode') as mode,
      ${ms(sql.ref('last_archived_time'))} as "archivedAt",
      ${ms(sql.ref('last_failed_time'))} as "failedAt",
      last_archived_wal as "archivedFile",
      case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn() - segment.bytes) end as "completeFile",
      ${ms(sql`pg_postmaster_start_time()`)} as "startedAt",
      ${ms(sql`clock_timestamp()`)} as now
    from pg_stat_archiver,
      (select setting::numeric as bytes from pg_settings where name = 'wal_segment_size') as segment`.execute(db)
  const [figures] = rows
  if (figures === undefined) return { lastArchivedAt: undefined, isFailing: false }
  return { lastArchivedAt: figures.archivedAt ?? undefined, isFailing: isArchiveFailing(figures) }
}
