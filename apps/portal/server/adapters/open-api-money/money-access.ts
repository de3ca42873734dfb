import type { Currency } from '@nyanja/domain/money/money'
import type { z } from 'zod'
import type { ProviderHooks } from '../call-provider.ts'

/** How one market reaches its operator's wallet. */
export interface MoneyAccess extends ProviderHooks {
  /** Without a trailing slash. One host per country. */
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** ISO code of the market: `MW`. */
  readonly country: string
  /** In which wallets of the market can be charged; the first one where no sum is at hand. */
  readonly currencies: readonly [Currency, ...Currency[]]
  /** Whether bodies that move money are signed. */
  readonly signsMessages?: boolean
  readonly moveTimeoutMs?: number
  readonly queryTimeoutMs?: number
  readonly now?: () => number
}

export const defaultMoveTimeoutMs = 60_000
export const defaultQueryTimeoutMs = 20_000

export interface MoneyCall<Value> {
  readonly operation: string
  readonly path: string
  readonly schema: z.ZodType<Value>
  /** Of the sum that it is about. */
  readonly currency?: Currency
  /** Absent: a GET. */
  readonly body?: string
}
