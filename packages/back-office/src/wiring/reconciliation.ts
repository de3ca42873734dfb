import { dayIn, momentOf } from '@nyanja/server/common/zone-time'
import type { Market } from '@nyanja/server/settings/market'
import { loadFormats } from '../adapters/settlement-files/load-formats.ts'
import { createSettlementFiles } from '../adapters/settlement-files/settlement-files.ts'
import { createReconciliationStores } from '../db/reconciliation/stores.ts'
import type { DatabaseHandle } from '../db/schema.ts'
import { Reconciliation } from '../reconciliation/reconciliation.ts'
import { SettlementImports } from '../reconciliation/settlement-imports.ts'

export interface ReconciliationOptions {
  readonly database: DatabaseHandle
  readonly now: () => number
  readonly market: Pick<Market, 'timeZone' | 'currency' | 'secondCurrency'> & {
    readonly finance: { readonly rules: Pick<Market['finance']['rules'], 'fees'> }
  }
  /** The folder with an operator's own descriptions of files. */
  readonly formatsFolder?: string | undefined
}

/** Opens the formats of files, and the currencies of a market. */
export function openFiles({ market, formatsFolder }: Pick<ReconciliationOptions, 'market' | 'formatsFolder'>) {
  const { timeZone: zone, currency, secondCurrency } = market
  return {
    files: createSettlementFiles({ formats: loadFormats(formatsFolder), market: { zone, currency } }),
    currencies: secondCurrency === undefined ? [currency] : [currency, secondCurrency],
  }
}

function openStores({ database, now, market: { timeZone, finance } }: ReconciliationOptions) {
  const dayOf = (at: number) => dayIn(timeZone, at)
  const startOf = (day: string) => momentOf(Date.parse(day), timeZone)
  const stores = createReconciliationStores({ database, now, dayOf, startOf, fees: finance.rules.fees })
  return { dayOf, startOf, ...stores }
}

/** Creates the comparison of what is imported, which reads no file. */
export const createComparison = (options: ReconciliationOptions) => new Reconciliation(openStores(options).comparisons)

/** The use cases of reconciliation over this database. */
export function createReconciliation(options: ReconciliationOptions) {
  const { now } = options
  const { files, currencies } = openFiles(options)
  const { dayOf, startOf, imports: store, comparisons, cases, counts } = openStores(options)
  return {
    ...{ files, dayOf, startOf, store, cases, counts },
    imports: new SettlementImports({ store, now, dayOf, currencies }),
    reconciliation: new Reconciliation(comparisons),
  }
}
