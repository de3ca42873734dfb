// @ts-nocheck
import type { AmountLimits } from '@nyanja/domain/amount-limits'
import { type Money, parseMoney } from '@nyanja/domain/money'
import type { Market } from './market.ts'

/** The least and the most that a prepaid line can be recharged with. */
export function rechargeLimits({ amounts: { prepaid }, currency }: Pick<Market, 'amounts' | 'currency'>): AmountLimits {
  const limit = (units: number): Money => {
    const read = parseMoney(String(units), currency)
    if (read === undefined) throw new Error(`${units} is no amount of ${currency}`)
    return read
  }
  return { min: limit(prepaid.min), max: limit(prepaid.max) }
}
