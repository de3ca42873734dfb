import type { Rate } from '@nyanja/domain/money/exchange'

/**
 * Provides today's price of one whole unit of the market's currency in its second currency. Every implementation passes
 * `rate-source.contract.ts`. Throws when the rate is unknown: an old rate is not used.
 */
export interface RateSource {
  rate(): Promise<Rate>
}
