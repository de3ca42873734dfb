import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isJsonObject, type Json, numberAt, objectIn, textAt, valuesAt } from './bodies.ts'

/** What a provider keeps of each capture, by its contract. Shares in hundredths of a percent. */
export interface FeeTerms {
  readonly basisPoints: number
  /** An amount added to each fee, in minor units by currency. */
  readonly flatMinor?: Readonly<Record<string, number>>
  /** The tax as a share of the fee. */
  readonly taxBasisPoints?: number
  /** The first day on which they hold; without it from the beginning. */
  readonly from?: string
}

/** The country that the sandbox simulates. */
export interface Market {
  /** The ISO code of the country. */
  readonly country: string
  readonly opco: string
  readonly callingCode: string
  /** The currency of prices, airtime and bills. */
  readonly currency: string
  /** Wallets have these currencies. */
  readonly currencies: readonly string[]
  readonly zone: string
  readonly hoursAhead: number
  /** The first six digits of every demo number. */
  readonly numbers: string
  /** Airtime is sold in units, a hundred to one unit of the currency. */
  readonly sellsUnits: boolean
  /** Amounts of the demo are written in kwacha; this is the exchange rate. */
  readonly kwacha: number
  /** The contracts of the portal's market file, by the portal's name of the gateway. */
  readonly fees: Readonly<Record<string, readonly FeeTerms[]>>
}

export const markets = {
  mw: {
    country: 'MW',
    opco: 'MW',
    callingCode: '265',
    currency: 'MWK',
    currencies: ['MWK'],
    zone: 'Africa/Blantyre',
    hoursAhead: 2,
    numbers: '999000',
    sellsUnits: false,
    kwacha: 1,
    fees: {
      dpo: [{ basisPoints: 350, taxBasisPoints: 1650 }],
      paystack: [{ basisPoints: 290, flatMinor: { MWK: 10_000 }, taxBasisPoints: 1650 }],
      paychangu: [{ basisPoints: 300, taxBasisPoints: 1650 }],
    },
  },
  cd: {
    country: 'CD',
    opco: 'CD',
    callingCode: '243',
    currency: 'USD',
    currencies: ['USD', 'CDF'],
    zone: 'Africa/Kinshasa',
    hoursAhead: 1,
    numbers: '830000',
    sellsUnits: true,
    kwacha: 1000,
    fees: { dpo: [{ basisPoints: 350, flatMinor: { USD: 20, CDF: 56_000 }, taxBasisPoints: 1600 }] },
  },
} as const satisfies Record<string, Market>

export type MarketName = keyof typeof markets

function isMarketName(name: string): name is MarketName {
  return Object.hasOwn(markets, name)
}

interface MarketSettings {
  readonly MARKET?: string | undefined
  readonly MARKETS_DIR?: string | undefined
  readonly MARKET_DIR?: string | undefined
}

/** Reads the market of the portal's settings: one of the demo, or that of a market folder. */
export function marketOf({ MARKET = 'mw', MARKETS_DIR = '', MARKET_DIR }: MarketSettings): Market | undefined {
  if (MARKET_DIR === undefined && isMarketName(MARKET)) return markets[MARKET]
  const file = path.join(MARKET_DIR ?? path.join(MARKETS_DIR, MARKET), 'market.json')
  return existsSync(file) ? readMarketFile(file) : undefined
}

/** Demo numbers begin like the example of the market file, and prices follow its smallest recharge. */
function readMarketFile(file: string): Market {
  const market = objectIn(JSON.parse(readFileSync(file, 'utf8')))
  const textOf = (...keys: readonly string[]) => textAt(market, ...keys) ?? ''
  const zone = textOf('timeZone')
  return {
    country: textOf('country'),
    opco: textOf('opco'),
    callingCode: textOf('numbers', 'countryCode'),
    currency: textOf('currency'),
    currencies: ['currency', 'secondCurrency'].flatMap((key) => valuesAt(market, [key]).map(String)),
    zone,
    hoursAhead: hoursAheadIn(zone),
    numbers: textOf('numbers', 'example').slice(0, 6),
    sellsUnits: market.secondCurrency !== undefined,
    kwacha: 50 / (numberAt(market, 'amounts', 'prepaid', 'min') ?? 50),
    fees: feesIn(market.finance),
  }
}

function feesIn(finance: Json | undefined): Market['fees'] {
  const fees = isJsonObject(finance) && isJsonObject(finance.fees) ? finance.fees : {}
  return Object.fromEntries(
    Object.entries(fees).map(([gateway, terms]) => [gateway, (Array.isArray(terms) ? terms : [terms]).map(termsIn)]),
  )
}

function termsIn(terms: Json): FeeTerms {
  const flat = isJsonObject(terms) && isJsonObject(terms.flatMinor) ? terms.flatMinor : {}
  const flatMinor = Object.fromEntries(Object.entries(flat).map(([currency, minor]) => [currency, Number(minor)]))
  const share = (key: string) => numberAt(terms, key) ?? 0
  const from = textAt(terms, 'from')
  return {
    ...{ basisPoints: share('basisPoints'), flatMinor, taxBasisPoints: share('taxBasisPoints') },
    ...(from !== undefined && { from }),
  }
}

/** The zone must have no daylight saving time. */
function hoursAheadIn(timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const offset = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
}

/** Converts an amount of the demo to the market's own currency. */
export function worth({ kwacha }: Market, sum: number): number {
  return Math.round((sum / kwacha) * 100) / 100
}

/** Builds a demo number from its last three digits. */
export function demoNumber({ numbers }: Market, last: number): string {
  return `${numbers}${String(last).padStart(3, '0')}`
}

export interface Sum {
  readonly minor: number
  readonly currency: string
}

/** Returns the amount that a provider captures for a requested one. */
export const takes = {
  exact: (sum: Sum): Sum => sum,
  more:
    (minor: number) =>
    (sum: Sum): Sum => ({ ...sum, minor: sum.minor + minor }),
  half: ({ minor, currency }: Sum): Sum => ({ minor: Math.ceil(minor / 2), currency }),
  dollarsOr:
    (other: string) =>
    ({ minor, currency }: Sum): Sum => ({ minor, currency: currency === 'USD' ? other : 'USD' }),
} as const

/**
 * Parses "1000.5" as 100050 minor units. It is undefined for anything but a positive amount of at most two decimals.
 */
export function minorIn(decimal: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(decimal) ?? []
  if (whole === undefined) return undefined
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return minor > 0 ? minor : undefined
}

/** Formats 100050 minor units as "1000.50". */
export function decimalOf(minor: number): string {
  return `${Math.trunc(minor / 100)}.${String(Math.abs(minor % 100)).padStart(2, '0')}`
}

/** The BSS stores numbers with their country code. */
export function international(msisdn: string, { callingCode }: Market): string {
  return msisdn.length === 9 ? `${callingCode}${msisdn}` : msisdn
}

/** Every country of the sandbox has a code of three digits. */
export function national(msisdn: string): string {
  return msisdn.length === 12 ? msisdn.slice(3) : msisdn
}
