import type { OpenDatabase } from '../open.ts'
import { createCaseStore } from './case-store.ts'
import { createComparisonStore } from './comparison-store.ts'
import { createDeliveryCounts } from './delivery-counts.ts'
import { createSettlementImportStore } from './import-store.ts'
import type { Days } from './portal-records.ts'

interface StoreOptions extends Days {
  readonly database: Pick<OpenDatabase, 'db'>
  /** The first moment of a market's day. */
  readonly startOf: (day: string) => number
}

export function createReconciliationStores({ database: { db }, ...options }: StoreOptions) {
  return {
    imports: createSettlementImportStore(db, options.now),
    comparisons: createComparisonStore({ db, ...options }),
    cases: createCaseStore(db, options.now),
    counts: createDeliveryCounts(db),
  }
}
