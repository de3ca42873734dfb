import type { DatabaseHandle } from '../schema.ts'
import { createCaseStore } from './case-store.ts'
import { createComparisonStore } from './comparison-store.ts'
import { createDeliveryCounts } from './delivery-counts.ts'
import { createSettlementImportStore } from './import-store.ts'
import type { ComparisonOptions } from './portal-records.ts'

interface StoreOptions extends Omit<ComparisonOptions, 'db' | 'engine'> {
  readonly database: DatabaseHandle
}

export function createReconciliationStores({ database: { db, engine }, ...options }: StoreOptions) {
  return {
    imports: createSettlementImportStore({ db, engine }, options.now),
    comparisons: createComparisonStore({ db, engine, ...options }),
    cases: createCaseStore(db, options.now),
    counts: createDeliveryCounts(db),
  }
}
