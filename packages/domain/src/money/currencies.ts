import formats from './currency-formats.json' with { type: 'json' }
import type numbers from './iso-4217.json'

/** A code of ISO 4217. Funds, metals and codes of tests are no currencies. */
export type Currency = keyof typeof numbers

/**
 * The format says how sums of a currency are written. Pages carry the format of theirs: the browser has no list of
 * currencies.
 */
export interface CurrencyFormat {
  readonly currency: Currency
  readonly digits: number
  /** The signs in capitals that are accepted beside the currency's code. */
  readonly signs: readonly string[]
  /** The sign between thousands. */
  readonly group: string
  readonly decimal: ',' | '.'
}

interface Formats {
  readonly digits: Readonly<Partial<Record<Currency, number>>>
  readonly comma: readonly string[]
  readonly signs: Readonly<Partial<Record<Currency, readonly string[]>>>
}

/**
 * Returns how people write sums where a currency is used. Some read a comma where others read a point, so a sum looks
 * the same on every page of its market.
 */
export function getCurrencyFormat(currency: Currency): CurrencyFormat {
  const { digits, comma, signs }: Formats = formats
  const own = { currency, digits: digits[currency] ?? 2, signs: signs[currency] ?? [] }
  return comma.includes(currency) ? { ...own, group: '\u202f', decimal: ',' } : { ...own, group: ',', decimal: '.' }
}

/** Returns how many minor units one whole unit has: 100 in most currencies, 1 where there are none, or 1000. */
export const minorPerWhole = (currency: Currency): number => 10 ** getCurrencyFormat(currency).digits
