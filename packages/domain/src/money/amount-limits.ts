import { plainDigits } from '../numbers/msisdn.ts'
import { type CurrencyFormat, getCurrencyFormat } from './currencies.ts'
import { compareMoney, type Money, money, parseDecimal } from './money.ts'

/** Both limits are inclusive, and both are in the requested currency. */
export interface AmountLimits {
  readonly min: Money
  readonly max: Money
  /** The visitor types units of airtime (`units.ts`), not money. */
  readonly inUnits?: true
}

export type AmountProblem = 'empty' | 'not_a_number' | 'below_minimum' | 'above_maximum'

export type AmountReading = { readonly outcome: 'valid'; readonly amount: Money } | { readonly outcome: AmountProblem }

/** Two decimals may be typed in any currency; `1,250` has three where the comma stands before decimals. */
const decimalsIn = ({ digits }: CurrencyFormat) => `\\d{1,${Math.max(digits, 2)}}`

interface AmountOptions {
  readonly decimals?: 'refused' | 'allowed'
}

/** Parses a typed amount: `1,000`, `1 000`, `MK 1000`. Recharges accept whole units only, bills also decimals. */
export function checkAmount(text: string, limits: AmountLimits, options: AmountOptions = {}): AmountReading {
  return readAmount(text, limits, { ...options, format: getCurrencyFormat(limits.min.currency) })
}

/** `checkAmount` where the format is known, as in the browser. */
export function readAmount(
  text: string,
  { min, max, inUnits }: AmountLimits,
  { decimals = 'refused', format }: AmountOptions & { readonly format: CurrencyFormat },
): AmountReading {
  const typed = plainDigits(text).replace(/[\s\p{Cf}]/gu, '')
  // An amount in dollars is not an amount in units.
  const written = inUnits ? typed : withPoint(withoutSign(typed, format), format)
  if (written === '') return { outcome: 'empty' }
  const shape = new RegExp(`^(?:\\d+|\\d{1,3}(?:,\\d{3})+)(?:\\.${decimalsIn(format)})?$`)
  if (!shape.test(written)) return { outcome: 'not_a_number' }

  const digits = written.replace(/,/g, '')
  const hasNone = inUnits || decimals === 'refused' || format.digits === 0
  if (hasNone && /\.\d*[1-9]/.test(digits)) return { outcome: 'not_a_number' }

  const amount = parseDecimal(digits, format)
  // A well-formed number beyond exact integers can only be too much.
  if (amount === undefined) return { outcome: 'above_maximum' }
  return within(inUnits ? money(format.currency, Math.round(amount.minor / 100)) : amount, min, max)
}

function within(amount: Money, min: Money, max: Money): AmountReading {
  if (compareMoney(amount, max) > 0) return { outcome: 'above_maximum' }
  return compareMoney(amount, min) < 0 ? { outcome: 'below_minimum' } : { outcome: 'valid', amount }
}

function withPoint(text: string, format: CurrencyFormat): string {
  return format.decimal === ',' ? text.replace(new RegExp(`,(?=${decimalsIn(format)}$)`), '.') : text
}

/** East Africa ends whole amounts as in `5,000/=` and `5,000/-`. */
const noCents = /\/[=-]+$/

function withoutSign(text: string, { currency, signs }: CurrencyFormat): string {
  const bare = text.replace(noCents, '')
  const upper = bare.toUpperCase()
  const sign = [currency, ...signs].find((each) => upper.startsWith(each) || upper.endsWith(each))
  if (sign === undefined) return bare
  return upper.startsWith(sign) ? bare.slice(sign.length) : bare.slice(0, -sign.length)
}
