import type { AmountLimits } from '@nyanja/domain/money/amount-limits'
import { type Currency, type Money, parseMoney } from '@nyanja/domain/money/money'
import { dollarsFor } from '@nyanja/domain/money/units'
import type { Market } from './market.ts'

type Sums = Pick<Market, 'amounts' | 'currency' | 'secondCurrency'>

/** The least and the most that a prepaid line can be recharged with. */
export function rechargeLimits({ amounts: { prepaid }, currency, secondCurrency }: Sums): AmountLimits {
  if (secondCurrency === undefined) return limitsOf(prepaid, currency)
  return { min: dollarsFor(prepaid.min), max: dollarsFor(prepaid.max), inUnits: true }
}

/** The least and the most that can be paid of a bill at once. */
export function billLimits({ amounts: { postpaid }, currency }: Sums): AmountLimits {
  return limitsOf(postpaid, currency)
}

function limitsOf({ min, max }: Sums['amounts']['prepaid'], currency: Currency): AmountLimits {
  const limit = (units: number): Money => {
    const read = parseMoney(String(units), currency)
    if (read === undefined) throw new Error(`${units} is no amount of ${currency}`)
    return read
  }
  return { min: limit(min), max: limit(max) }
}
