import type { InsertionInto } from '@nyanja/database/change-together'
import type { EngineTables } from '@nyanja/database/engine-tables'
import type { LeaseHandle as LeaseHandleOf } from '@nyanja/database/leases'
import type { DatabaseHandle as HandleOf, OpenDatabase as OpenDatabaseOf } from '@nyanja/database/open'
import type { VoteKind } from '@nyanja/domain/help'
import type { CoverageProblem, Technology } from '@nyanja/domain/places/coverage'
import type { ColumnType, Generated } from 'kysely'
import type { SubmissionForm } from '../submissions/submission.ts'
import type { DraftTables, LeadTables } from './leads/tables.ts'
import type { OtpTables } from './otp/tables.ts'
import type { ReminderTables } from './payments/reminders/tables.ts'
import type { DueColumns, PaymentTables } from './payments/tables.ts'
import type { PlaceDbTables } from './places/tables.ts'
import type { StaffTables } from './staff-tables.ts'

/** Every table that the portal uses, with its columns. Times are epoch milliseconds, money is whole minor units. */
export interface Database
  extends PaymentTables,
    ReminderTables,
    OtpTables,
    StaffTables,
    HelpTables,
    DraftTables,
    SubmissionTables,
    RateLimitTables,
    SubscriberTables,
    PlaceDbTables,
    CoverageTables,
    LeadTables,
    EngineTables {}

/** A database with these tables, as a store needs it. */
export type DatabaseHandle = HandleOf<Database>

/** The portal's database, opened by this process. */
export type OpenDatabase = OpenDatabaseOf<Database>

/** The portal's database, for a store of due rows. */
export type LeaseHandle = LeaseHandleOf<Database>

/** Rows of one of these tables. */
export type Insertion = InsertionInto<Database>

/** The votes on an article, by the language in which it was read. */
export interface HelpVoteTable {
  article: string
  language: string
  kind: VoteKind
  count: number
}

/** Searches without a result, without personal data. */
export interface MissedSearchTable {
  words: string
  language: string
  count: number
  last_at: number
}

interface HelpTables {
  help_votes: HelpVoteTable
  missed_searches: MissedSearchTable
}

/** The reports, without personal data. `at` is epoch milliseconds. */
export interface CoverageReportTable {
  id: string
  place: string
  lat_hundredths: number
  lng_hundredths: number
  technology: Technology
  problem: CoverageProblem
  at: number
  /** The time at which staff closed it. */
  closed_at: ColumnType<number | null, number | null | undefined>
}

interface CoverageTables {
  coverage_reports: CoverageReportTable
}

/**
 * The counts of requests. Times are epoch milliseconds. `before` is the count of the window before the one that began
 * at `window_from`.
 */
export interface RateCounterTable {
  key: string
  window_from: number
  spent: number
  spent_before: number
  succeeded: number
  succeeded_before: number
}

interface RateLimitTables {
  rate_counters: RateCounterTable
}

export interface SubmissionTable extends DueColumns {
  id: string
  reference: string
  form: SubmissionForm
  channel: string
  language: string
  answers_json: string
  /** The author's contact; empty where none was given. */
  msisdn: string
  email: string
  /** The digest of the text, null once the same text counts as a new submission. */
  digest: string | null
  at: number
  state: 'due' | 'sent' | 'failed'
  tries: Generated<number>
  /** The time at which staff closed it. */
  done_at: number | null
}

interface SubmissionTables {
  submissions: SubmissionTable
}

/** The part of its limit of misses that each client has used. */
export interface AttemptLimitTable {
  client: string
  whole_again_at: number
}

interface SubscriberTables {
  attempt_limits: AttemptLimitTable
}
