/** The country that the sandbox simulates. */
export interface Market {
  /** ISO code. */
  readonly country: string
  readonly opco: string
  readonly callingCode: string
  /** The currency of prices, airtime and bills. */
  readonly currency: string
  /** The currencies of wallets. */
  readonly currencies: readonly string[]
  readonly zone: string
  readonly hoursAhead: number
  /** The first six digits of every demo number. */
  readonly numbers: string
  /** Airtime is sold in units, a hundred to one unit of the currency. */
  readonly sellsUnits: boolean
  /** Amounts of the demo are written in kwacha; this is the exchange rate. */
  readonly kwacha: number
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
  },
} as const satisfies Record<string, Market>

export type MarketName = keyof typeof markets

export function isMarketName(name: string): name is MarketName {
  return Object.hasOwn(markets, name)
}

/** An amount of the demo in the market's own currency. */
export function worth({ kwacha }: Market, sum: number): number {
  return Math.round((sum / kwacha) * 100) / 100
}

/** A demo number by its last three digits. */
export function demoNumber({ numbers }: Market, last: number): string {
  return `${numbers}${String(last).padStart(3, '0')}`
}

export interface Sum {
  readonly minor: number
  readonly currency: string
}

/** The amount that a provider captures for a requested one. */
export const takes = {
  asAsked: (asked: Sum): Sum => asked,
  more:
    (minor: number) =>
    (asked: Sum): Sum => ({ ...asked, minor: asked.minor + minor }),
  half: ({ minor, currency }: Sum): Sum => ({ minor: Math.ceil(minor / 2), currency }),
  dollarsOr:
    (other: string) =>
    ({ minor, currency }: Sum): Sum => ({ minor, currency: currency === 'USD' ? other : 'USD' }),
} as const

/** "1000.5" is 100050 minor units. Undefined: not a positive amount of at most two decimals. */
export function minorIn(decimal: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(decimal) ?? []
  if (whole === undefined) return undefined
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return minor > 0 ? minor : undefined
}

/** 100050 minor units are "1000.50". */
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
