import type { DatabaseHandle as HandleOf, OpenDatabase as OpenDatabaseOf } from '@nyanja/database/open'
import type { Database as PortalDatabase } from '@nyanja/server/db/schema'
import type { FinanceTables } from './finance/tables.ts'
import type { OperationTables } from './operations/tables.ts'
import type { ReconciliationTables } from './reconciliation/tables.ts'
import type { SignInTables } from './sign-in/tables.ts'

/** The portal's tables, and those that only staff and finance use. */
export interface Database extends PortalDatabase, FinanceTables, OperationTables, ReconciliationTables, SignInTables {}

export type DatabaseHandle = HandleOf<Database>

export type OpenDatabase = OpenDatabaseOf<Database>
