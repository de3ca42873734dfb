/** Times are epoch milliseconds. `before`: of the window before the one that began at `window_from`. */
export interface RateCounterTable {
  key: string
  window_from: number
  spent: number
  spent_before: number
  succeeded: number
  succeeded_before: number
}

export interface RateLimitTables {
  rate_counters: RateCounterTable
}
