import { type Currency, type CurrencyFormat, getCurrencyFormat, minorPerWhole } from './currencies.ts'
import isoNumbers from './iso-4217.json' with { type: 'json' }

export type { Currency }

/** An amount in whole minor units; floats are never used for money. */
export interface Money {
  readonly currency: Currency
  readonly minor: number
}

export function money(currency: Currency, minor: number): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError(`${minor} is not a whole number of minor units`)
  return { currency, minor }
}

export function isCurrency(text: string): text is Currency {
  return Object.hasOwn(isoNumbers, text)
}

/** Three digits of ISO 4217, as card gateways want it. */
export function getIsoNumber(currency: Currency): string {
  return isoNumbers[currency]
}

/** Returns one whole unit: `USD 1`. */
export function oneWhole(currency: Currency): Money {
  return money(currency, minorPerWhole(currency))
}

/** Converts a figure in whole units, rounded to the smallest coin. */
export function fromWhole(figure: number, currency: Currency): Money {
  return money(currency, Math.round(figure * minorPerWhole(currency)))
}

interface ParseOptions {
  readonly allowNegative?: boolean
}

/**
 * Parses a plain decimal such as `2000` or `18250.75` from a wire format. It accepts no grouping, no exponent and no
 * more decimals than the currency has, but two zeros in any. The result is undefined for other text, and for negative
 * amounts unless allowed.
 */
export function parseMoney(text: string, currency: Currency, options?: ParseOptions): Money | undefined {
  return parseDecimal(text, getCurrencyFormat(currency), options)
}

/** `parseMoney` where the format is known, as in the browser. */
export function parseDecimal(
  text: string,
  { currency, digits }: CurrencyFormat,
  { allowNegative = false }: ParseOptions = {},
): Money | undefined {
  const [, sign, whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,3}))?$/.exec(text) ?? []
  if (decimals.length > Math.max(digits, 2) || /[1-9]/.test(decimals.slice(digits))) return undefined
  if (whole === undefined || (sign === '-' && !allowNegative)) return undefined

  const minor = Number(whole + decimals.slice(0, digits).padEnd(digits, '0'))
  if (!Number.isSafeInteger(minor)) return undefined
  return money(currency, sign === '-' && minor > 0 ? -minor : minor)
}

/** Writes an amount in major units for wire formats: `2000`, `18250.75`. */
export function majorText({ currency, minor }: Money): string {
  const { sign, whole, decimals } = partsOf(minor, getCurrencyFormat(currency))
  return `${sign}${whole}${decimals}`
}

/**
 * Writes an amount for display: `MWK 5,000`. It avoids `Intl`, so that the server and every browser render the same.
 */
export function displayMoney({ currency, minor }: Money): string {
  return formatMinor(minor, getCurrencyFormat(currency))
}

/** `displayMoney` where the format is known, as in the browser. */
export function formatMinor(minor: number, format: CurrencyFormat): string {
  const { currency, group, decimal } = format
  const { sign, whole, decimals } = partsOf(minor, format)
  return `${currency} ${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, group)}${decimals.replace('.', decimal)}`
}

export function addMoney(left: Money, right: Money): Money {
  assertSameCurrency(left, right)
  return money(left.currency, left.minor + right.minor)
}

/** Returns a negative number, 0 or a positive one, for use as a sort comparator. */
export function compareMoney(left: Money, right: Money): number {
  assertSameCurrency(left, right)
  return left.minor - right.minor
}

export function isSameMoney(left: Money, right: Money): boolean {
  return left.currency === right.currency && left.minor === right.minor
}

/** Rounds up to the next whole major unit: MWK 10.01 becomes MWK 11. */
export function roundUpToWhole({ currency, minor }: Money): Money {
  const perMajor = minorPerWhole(currency)
  // The `+ 0` is needed because rounding up -0.5 gives minus zero.
  return money(currency, Math.ceil(minor / perMajor) * perMajor + 0)
}

function partsOf(minor: number, { digits }: Pick<CurrencyFormat, 'digits'>) {
  const figures = String(Math.abs(minor)).padStart(digits + 1, '0')
  const whole = figures.slice(0, figures.length - digits)
  const decimals = figures.slice(whole.length)

  return {
    sign: minor < 0 ? '-' : '',
    whole,
    decimals: Number(decimals) === 0 ? '' : `.${decimals}`,
  }
}

function assertSameCurrency(left: Money, right: Money): void {
  if (left.currency !== right.currency) throw new TypeError(`${left.currency} is not ${right.currency}`)
}
