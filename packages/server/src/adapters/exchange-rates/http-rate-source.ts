import { PortalError } from '@nyanja/domain/errors'
import type { Rate } from '@nyanja/domain/money/exchange'
import { type Currency, parseMoney } from '@nyanja/domain/money/money'
import { z } from 'zod'
import type { RateSource } from '../../exchange/exchange.ts'
import { createCached } from '../cached.ts'
import { createProvider, demandValue, type ProviderHooks } from '../call-provider.ts'

export interface HttpRatesOptions extends ProviderHooks {
  /** The URL without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: string
  /** The currency whose price is requested, and the currency of that price. */
  readonly one: Currency
  readonly other: Currency
  /** A page waits for the answer, so this is short. */
  readonly timeoutMs?: number
  /** The time for which an answer is reused. */
  readonly rememberMs?: number
  readonly now?: () => number
}

const Answer = z.object({ base: z.string(), quote: z.string(), rate: z.string() })

/** Reads rates from the operator's own exchange-rate service. */
export function createHttpRateSource(options: HttpRatesOptions): RateSource {
  const { baseUrl, apiKey, one, other, timeoutMs = 2_000, rememberMs = 30_000, now = Date.now } = options
  const provider = createProvider('rates', options)
  const url = `${baseUrl}/v1/exchange-rates?${new URLSearchParams({ base: one, quote: other })}`

  async function ask(): Promise<Rate> {
    const headers = { accept: 'application/json', 'x-api-key': apiKey }
    const answer = await provider.ask({ operation: 'rate', url, timeoutMs, schema: Answer, headers })
    const { base, quote, rate } = demandValue(answer, 'rates rate')
    const costs = parseMoney(rate, other)
    if (base === one && quote === other && costs !== undefined && costs.minor > 0) return { one, costs }
    throw new PortalError('provider_broke_contract', 'rates rate: no rate of this pair')
  }

  const cached = createCached(async () => ({ value: await ask(), goodUntil: now() + rememberMs }), now)
  return { rate: () => cached.get() }
}
