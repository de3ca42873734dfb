/** One bucket of a line, or its airtime. */
export interface BalanceEntry {
  readonly serviceType: 'DATA' | 'AIRTIME' | 'VOICE' | 'SMS'
  readonly description: string
  /** Decimal text in `unit`; undefined means unlimited. */
  readonly balance?: string
  readonly unit: string
  /** Epoch milliseconds; undefined means that it does not end. */
  readonly endsAt?: number
}

/** Knows what is left on a line. Buckets that have ended are not listed. */
export interface BalanceSource {
  /** Nine national digits. */
  balancesOf(msisdn: string): Promise<readonly BalanceEntry[]>
}
