import type { OrderKind } from '../payments/payment-options.ts'
import { getCurrencyFormat } from './currencies.ts'
import { type Money, money } from './money.ts'

/** A tax that is in the price. */
export interface TaxRate {
  /** The name by language. */
  readonly name: Readonly<Record<string, string>>
  /** The rate in hundredths of a percent of the price before this tax: 1650 is 16.5 %. */
  readonly basisPoints: number
  /** The kinds of order that the tax is due on; without the list, all. */
  readonly on?: readonly OrderKind[] | undefined
  /**
   * The first day of the tax and the first day after it, such as 2026-04-01 in the market's zone; without them, it
   * holds always.
   */
  readonly from?: string | undefined
  readonly until?: string | undefined
}

interface TaxLine {
  readonly rate: TaxRate
  readonly tax: Money
}

export interface TaxedPrice {
  /** The price without any tax. */
  readonly net: Money
  /** The lines in the order of the rates. */
  readonly taxes: readonly TaxLine[]
}

/** Several numbers are recharged, and taxed, as one is. */
const taxedAs = (kind: OrderKind): OrderKind => (kind === 'several' ? 'airtime' : kind)

/** The rates for a purchase of this kind on a day. */
export function ratesFor(rates: readonly TaxRate[], kind: OrderKind, day: string): TaxRate[] {
  return rates.filter(
    ({ on, from = '', until }) =>
      (on === undefined || on.includes(taxedAs(kind))) && from <= day && (until === undefined || day < until),
  )
}

/**
 * Takes the taxes out of a price that includes them. Each tax is on the price with those before it, as VAT is on a
 * price with excise. Each price before a tax is rounded half up to a minor unit and the tax is the rest, so that net
 * and taxes always add up to the price.
 */
export function splitTaxes(price: Money, rates: readonly TaxRate[]): TaxedPrice {
  let net = price
  const taxes = rates.toReversed().map((rate) => {
    const before = priceBefore(net, rate)
    const tax = money(price.currency, net.minor - before.minor)
    net = before
    return { rate, tax }
  })
  return { net, taxes: taxes.toReversed() }
}

const whole = 10_000n

/** Computes in exact integers: a price times ten thousand may be beyond what a number holds. */
function priceBefore({ currency, minor }: Money, { basisPoints }: TaxRate): Money {
  const share = whole + BigInt(basisPoints)
  return money(currency, Number((2n * BigInt(minor) * whole + share) / (2n * share)))
}

/** `16.5`, or `16,5` where the currency of the amount has a comma. */
export function percentText({ basisPoints }: TaxRate, { currency }: Money): string {
  return String(basisPoints / 100).replace('.', getCurrencyFormat(currency).decimal)
}
