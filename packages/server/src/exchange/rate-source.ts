import type { Rate } from '@nyanja/domain/money/exchange'

/**
 * Knows what one whole unit of the market's currency costs in its second one today. Every implementation passes
 * `rate-source.contract.ts`. Throws when nobody can say: an old rate is no rate.
 */
export interface RateSource {
  rate(): Promise<Rate>
}
