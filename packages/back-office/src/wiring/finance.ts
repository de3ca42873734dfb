import { dayIn, startOfDayIn } from '@nyanja/server/common/zone-time'
import { gateways } from '@nyanja/server/settings/gateways'
import type { Market } from '@nyanja/server/settings/market'
import { createFinanceStores } from '../db/finance/stores.ts'
import type { DatabaseHandle } from '../db/schema.ts'
import { CloseChecks } from '../finance/close-checks.ts'
import { Closes } from '../finance/closes.ts'
import { Closing } from '../finance/closing.ts'
import { Exports } from '../finance/exports.ts'
import { Reports } from '../finance/reports.ts'

interface FinanceOptions {
  readonly database: DatabaseHandle
  readonly market: Pick<Market, 'finance' | 'taxes' | 'timeZone'>
  readonly now: () => number
}

/** Creates everything about closed days: the worker closes them, staff and commands read them. */
export function createFinance({ database, market: { finance, taxes, timeZone }, now }: FinanceOptions) {
  const stores = createFinanceStores(database)
  const closes = new Closes({ store: stores.closeList })
  const reports = new Reports({ store: stores.reports })
  const calendar = {
    timeZone,
    dayOf: (at: number) => dayIn(timeZone, at),
    startOfDay: (at: number) => startOfDayIn(timeZone, at),
  }
  const closing = new Closing({
    ...{ store: stores.closes, lock: stores.closingLock, events: stores.dayEvents, calendar, now },
    ...{ closeAfterMs: finance.closeAfterMs, areFeesConfirmed: finance.areFeesConfirmed },
    rules: { ...finance.rules, taxes: taxes?.rates ?? [] },
  })
  return {
    closing,
    checks: new CloseChecks({ closing, store: stores.closeChecks, lock: stores.closingLock, calendar, now }),
    closes,
    reports,
    exports: new Exports({
      ...{ closes, reports, payments: stores.paymentList },
      terms: { timeZone, fees: finance.rules.fees, names: gateways },
    }),
  }
}
