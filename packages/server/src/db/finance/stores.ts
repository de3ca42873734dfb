import type { OpenDatabase } from '../open.ts'
import { createCloseStore } from './close-store.ts'
import { createDayEvents } from './day-events.ts'
import { createPaymentList } from './payment-list.ts'
import { createCloseList, createReportStore } from './report-store.ts'

/** The stores of finance, by port. */
export function createFinanceStores({ db }: Pick<OpenDatabase, 'db'>) {
  return {
    closes: createCloseStore(db),
    closeList: createCloseList(db),
    dayEvents: createDayEvents(db),
    reports: createReportStore(db),
    paymentList: createPaymentList(db),
  }
}
