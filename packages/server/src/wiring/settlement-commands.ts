import { loadFormats } from '../adapters/settlement-files/load-formats.ts'
import { createSettlementFiles } from '../adapters/settlement-files/settlement-files.ts'
import { dayIn, momentOf } from '../common/zone-time.ts'
import type { DatabaseHandle } from '../db/open.ts'
import { createReconciliationStores } from '../db/reconciliation/stores.ts'
import type { Service } from '../operations/commands.ts'
import { BssReconciliation } from '../reconciliation/bss-reconciliation.ts'
import { Reconciliation } from '../reconciliation/reconciliation.ts'
import { runSettlementCommand } from '../reconciliation/settlement-commands.ts'
import { SettlementImports } from '../reconciliation/settlement-imports.ts'
import type { Config } from '../settings/config.ts'
import type { Market } from '../settings/market.ts'
import { bssOptionsOf, silentMetrics } from './providers.ts'

interface ReconciliationOptions {
  readonly database: DatabaseHandle
  readonly now: () => number
  readonly market: Pick<Market, 'timeZone' | 'currency' | 'secondCurrency'> & {
    readonly finance: { readonly rules: Pick<Market['finance']['rules'], 'fees'> }
  }
  /** With an operator's own descriptions of files. */
  readonly formatsFolder?: string | undefined
}

/** The use cases of reconciliation over this database. */
export function createReconciliation({ database, now, market, formatsFolder }: ReconciliationOptions) {
  const { timeZone, currency, secondCurrency, finance } = market
  const dayOf = (at: number) => dayIn(timeZone, at)
  const startOf = (day: string) => momentOf(Date.parse(day), timeZone)
  const {
    imports: store,
    comparisons,
    cases,
    counts,
  } = createReconciliationStores({
    ...{ database, now, dayOf, startOf, fees: finance.rules.fees },
  })
  const currencies = secondCurrency === undefined ? [currency] : [currency, secondCurrency]
  return {
    ...{ dayOf, startOf, store, cases, counts },
    files: createSettlementFiles({ formats: loadFormats(formatsFolder), market: { zone: timeZone, currency } }),
    imports: new SettlementImports({ store, now, dayOf, currencies }),
    reconciliation: new Reconciliation(comparisons),
  }
}

interface CommandOptions extends ReconciliationOptions {
  /** Only the command that queries the BSS needs its settings. */
  readonly openConfig: () => Config
}

export function createSettlementCommands({ openConfig, ...options }: CommandOptions): Service['runSettlements'] {
  return (typed, who) => {
    const { dayOf, startOf, counts, ...service } = createReconciliation(options)
    const openBss = () => {
      const config = openConfig()
      const tmf = bssOptionsOf({ config, metrics: silentMetrics, now: options.now })
      return new BssReconciliation({ source: config.bss.definition.open(tmf).recordSource, counts, dayOf, startOf })
    }
    return runSettlementCommand(typed, { ...service, openBss, who })
  }
}
