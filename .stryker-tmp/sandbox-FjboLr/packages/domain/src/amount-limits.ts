// @ts-nocheck
import { plainDigits } from './digits.ts'
import { type Currency, compareMoney, type Money, parseMoney } from './money.ts'

/** Both limits included, both in the currency that is asked for. */
export interface AmountLimits {
  readonly min: Money
  readonly max: Money
}

export type AmountProblem = 'empty' | 'not_a_number' | 'below_minimum' | 'above_maximum'

export type AmountReading = { readonly outcome: 'valid'; readonly amount: Money } | { readonly outcome: AmountProblem }

/** What people write for a currency beside its code. */
const signs: Readonly<Record<Currency, readonly string[]>> = {
  MWK: ['MWK', 'MK', 'K'],
  USD: ['USD', 'US$', '$'],
  CDF: ['CDF', 'FC'],
}

const plain = /^\d+(?:\.\d{1,2})?$/
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/

/** Reads an amount as people type it: `1,000`, `1 000`, `MK 1000`. Recharges take whole units only, bills decimals too. */
export function checkAmount(
  text: string,
  { min, max }: AmountLimits,
  { decimals = 'refused' }: { readonly decimals?: 'refused' | 'allowed' } = {},
): AmountReading {
  const written = withoutSign(plainDigits(text).replace(/[\s\p{Cf}]/gu, ''), min.currency)
  if (written === '') return { outcome: 'empty' }
  if (!plain.test(written) && !grouped.test(written)) return { outcome: 'not_a_number' }

  const digits = written.replaceAll(',', '')
  if (decimals === 'refused' && /\.\d*[1-9]/.test(digits)) return { outcome: 'not_a_number' }

  const amount = parseMoney(digits, min.currency)
  // Well-formed but beyond exact reckoning can only be too much.
  if (amount === undefined || compareMoney(amount, max) > 0) return { outcome: 'above_maximum' }
  return compareMoney(amount, min) < 0 ? { outcome: 'below_minimum' } : { outcome: 'valid', amount }
}

function withoutSign(text: string, currency: Currency): string {
  const upper = text.toUpperCase()
  const sign = signs[currency].find((each) => upper.startsWith(each) || upper.endsWith(each))
  if (sign === undefined) return text
  return upper.startsWith(sign) ? text.slice(sign.length) : text.slice(0, -sign.length)
}
