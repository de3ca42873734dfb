import type { HelpTables } from './help/tables.ts'
import type { DraftTables, LeadTables } from './leads/tables.ts'
import type { OperationTables } from './operations/tables.ts'
import type { OtpTables } from './otp/tables.ts'
import type { PaymentTables } from './payments/tables.ts'
import type { CoverageTables } from './places/coverage-tables.ts'
import type { PlaceDbTables } from './places/tables.ts'
import type { RateLimitTables } from './rate-limits/tables.ts'
import type { SubmissionTables } from './submissions/tables.ts'
import type { SubscriberTables } from './subscriber/tables.ts'

/** Every table, in the words of its columns. Times are epoch milliseconds, money is whole minor units. */
export interface Database
  extends PaymentTables,
    OtpTables,
    OperationTables,
    HelpTables,
    DraftTables,
    SubmissionTables,
    RateLimitTables,
    SubscriberTables,
    PlaceDbTables,
    CoverageTables,
    LeadTables {
  readonly migration: MigrationTable
}

interface MigrationTable {
  readonly name: string
  readonly applied_at: number
}
