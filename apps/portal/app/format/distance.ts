import { getCurrencyFormat } from '@nyanja/domain/money/currencies'
import { fill } from '@nyanja/domain/texts/fill'
import type { Market } from '@nyanja/server/settings/market'
import { unbroken } from './text.ts'

export interface DistanceTexts {
  readonly texts: {
    readonly km: string
    /** The text for metres; without it a page shows kilometres alone. */
    readonly m?: string
  }
  readonly market: Pick<Market, 'currency'>
}

/**
 * Formats a distance as `400 m`, `1.2 km`, `58 km`: as exactly as people would write it, in the language of the page.
 */
export function distanceText(km: number, { texts, market }: DistanceTexts): string {
  if (texts.m !== undefined && km < 0.95) return unbroken(fill(texts.m, { m: Math.max(50, Math.round(km * 20) * 50) }))
  const tenths = Math.max(1, Math.round(km * 10))
  const figure = String(tenths < 100 ? tenths / 10 : Math.round(km))
  return unbroken(fill(texts.km, { km: figure.replace('.', getCurrencyFormat(market.currency).decimal) }))
}
