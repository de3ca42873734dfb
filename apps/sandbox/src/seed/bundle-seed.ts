export interface BundleSeed {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly periodType: string
  readonly category: 'data' | 'social' | 'voice' | 'mixed' | 'sms' | 'router'
  /** -1 is unlimited. */
  readonly data?: readonly [amount: number, unit: 'MB' | 'GB']
  readonly minutes?: number
  readonly sms?: number
  /** Absent: it never expires. */
  readonly days?: number
  readonly lineType: 'PREPAID' | 'POSTPAID'
  readonly service: 'data' | 'social' | 'voice' | 'sms' | 'mixed' | 'HBB'
  /** In the market's currency, tax included. */
  readonly price: number
  readonly nightWindow?: string
}

export const prepaid = { lineType: 'PREPAID' } as const
export const data = { ...prepaid, category: 'data', service: 'data' } as const
export const daily = { periodType: 'Daily', days: 1 } as const
export const weekly = { periodType: 'Weekly', days: 7 } as const
export const monthly = { periodType: 'Monthly', days: 30 } as const
export const router = { ...prepaid, ...monthly, category: 'router', service: 'HBB' } as const
