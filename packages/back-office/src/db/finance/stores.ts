import type { DatabaseHandle } from '../schema.ts'
import { createCloseCheckStore } from './close-check-store.ts'
import { createCloseStore } from './close-store.ts'
import { createClosingLock } from './closing-lock.ts'
import { createDayEvents } from './day-events.ts'
import { createPaymentList } from './payment-list.ts'
import { createCloseList, createReportStore } from './report-store.ts'

/** Creates the stores of finance, by port. */
export function createFinanceStores({ db, engine }: DatabaseHandle) {
  return {
    closes: createCloseStore(db),
    closingLock: createClosingLock({ db, engine }),
    closeChecks: createCloseCheckStore(db),
    closeList: createCloseList(db),
    dayEvents: createDayEvents({ db, engine }),
    reports: createReportStore(db),
    paymentList: createPaymentList({ db, engine }),
  }
}
