import { plainDigits } from '../numbers/msisdn.ts'
import { currencies } from './currencies.ts'
import { type Currency, compareMoney, type Money, money, parseMoney } from './money.ts'

/** Both limits are inclusive, and both are in the requested currency. */
export interface AmountLimits {
  readonly min: Money
  readonly max: Money
  /** The visitor types units of airtime (`units.ts`), not money. */
  readonly inUnits?: true
}

export type AmountProblem = 'empty' | 'not_a_number' | 'below_minimum' | 'above_maximum'

export type AmountReading = { readonly outcome: 'valid'; readonly amount: Money } | { readonly outcome: AmountProblem }

const plain = /^\d+(?:\.\d{1,2})?$/
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/
const decimalComma = /,(?=\d{1,2}$)/

/** Parses a typed amount: `1,000`, `1 000`, `MK 1000`. Recharges accept whole units only, bills also decimals. */
export function checkAmount(
  text: string,
  { min, max, inUnits }: AmountLimits,
  { decimals = 'refused' }: { readonly decimals?: 'refused' | 'allowed' } = {},
): AmountReading {
  const { currency } = min
  const typed = plainDigits(text).replace(/[\s\p{Cf}]/gu, '')
  // An amount in dollars is not an amount in units.
  const written = inUnits ? typed : withPoint(withoutSign(typed, currency), currency)
  if (written === '') return { outcome: 'empty' }
  if (!plain.test(written) && !grouped.test(written)) return { outcome: 'not_a_number' }

  const digits = written.replaceAll(',', '')
  if ((inUnits || decimals === 'refused') && /\.\d*[1-9]/.test(digits)) return { outcome: 'not_a_number' }

  const amount = parseMoney(digits, currency)
  // A well-formed number beyond exact integers can only be too much.
  if (amount === undefined) return { outcome: 'above_maximum' }
  return within(inUnits ? money(currency, Math.round(amount.minor / 100)) : amount, min, max)
}

function within(amount: Money, min: Money, max: Money): AmountReading {
  if (compareMoney(amount, max) > 0) return { outcome: 'above_maximum' }
  return compareMoney(amount, min) < 0 ? { outcome: 'below_minimum' } : { outcome: 'valid', amount }
}

function withPoint(text: string, currency: Currency): string {
  return currencies[currency].decimal === ',' ? text.replace(decimalComma, '.') : text
}

function withoutSign(text: string, currency: Currency): string {
  const upper = text.toUpperCase()
  const sign = [currency, ...currencies[currency].signs].find((each) => upper.startsWith(each) || upper.endsWith(each))
  if (sign === undefined) return text
  return upper.startsWith(sign) ? text.slice(sign.length) : text.slice(0, -sign.length)
}
