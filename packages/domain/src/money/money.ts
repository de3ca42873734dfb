import { currencies, isoNumbers, minorDigits } from './currencies.ts'

export type Currency = keyof typeof currencies

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
  return Object.hasOwn(currencies, text)
}

/** Three digits of ISO 4217, as card gateways want it. */
export function getIsoNumber(currency: Currency): string {
  return isoNumbers[currency]
}

/**
 * Parses a plain decimal such as `2000` or `18250.75` from a wire format. No grouping, no exponent, at most two
 * decimals. Undefined for any other text, and for negative amounts unless allowed.
 */
export function parseMoney(
  text: string,
  currency: Currency,
  { allowNegative = false }: { readonly allowNegative?: boolean } = {},
): Money | undefined {
  const [, sign, whole, decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? []
  if (whole === undefined || (sign === '-' && !allowNegative)) return undefined

  const minor = Number(whole + decimals.padEnd(minorDigits, '0'))
  if (!Number.isSafeInteger(minor)) return undefined
  return money(currency, sign === '-' && minor > 0 ? -minor : minor)
}

/** In major units for wire formats: `2000`, `18250.75`. */
export function majorText(amount: Money): string {
  const { sign, whole, decimals } = partsOf(amount)
  return `${sign}${whole}${decimals}`
}

/** For display: `MWK 5,000`. Without `Intl`, so that the server and every browser render the same. */
export function displayMoney(amount: Money): string {
  const { sign, whole, decimals } = partsOf(amount)
  const { group, decimal } = currencies[amount.currency]
  return `${amount.currency} ${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, group)}${decimals.replace('.', decimal)}`
}

export function addMoney(left: Money, right: Money): Money {
  assertSameCurrency(left, right)
  return money(left.currency, left.minor + right.minor)
}

/** Negative, 0 or positive, for use as a sort comparator. */
export function compareMoney(left: Money, right: Money): number {
  assertSameCurrency(left, right)
  return left.minor - right.minor
}

export function isSameMoney(left: Money, right: Money): boolean {
  return left.currency === right.currency && left.minor === right.minor
}

/** Rounds up to the next whole major unit: MWK 10.01 becomes MWK 11. */
export function roundUpToWhole({ currency, minor }: Money): Money {
  const perMajor = 10 ** minorDigits
  // `+ 0` because rounding up -0.5 gives minus zero.
  return money(currency, Math.ceil(minor / perMajor) * perMajor + 0)
}

function partsOf({ minor }: Money) {
  const digits = String(Math.abs(minor)).padStart(minorDigits + 1, '0')
  const decimals = digits.slice(-minorDigits)

  return {
    sign: minor < 0 ? '-' : '',
    whole: digits.slice(0, -minorDigits),
    decimals: Number(decimals) === 0 ? '' : `.${decimals}`,
  }
}

function assertSameCurrency(left: Money, right: Money): void {
  if (left.currency !== right.currency) throw new TypeError(`${left.currency} is not ${right.currency}`)
}
