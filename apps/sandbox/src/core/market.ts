/** The country that the sandbox plays, as everybody in it knows it. */
export interface Market {
  /** ISO code. */
  readonly country: string
  readonly opco: string
  readonly callingCode: string
  /** Of prices, airtime and bills. */
  readonly currency: string
  /** In which wallets can be charged. */
  readonly currencies: readonly string[]
  readonly zone: string
  readonly hoursAhead: number
  /** The first six digits of every demo number. */
  readonly numbers: string
  /** Airtime is sold in units, a hundred to one of the currency. */
  readonly sellsUnits: boolean
  /** Sums of the demo are written in kwacha; one of this currency is worth so many. */
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

/** A sum of the demo in the market's own currency. */
export function worth({ kwacha }: Market, sum: number): number {
  return Math.round((sum / kwacha) * 100) / 100
}

/** A demo number by its last three digits. */
export function demoNumber({ numbers }: Market, last: number): string {
  return `${numbers}${String(last).padStart(3, '0')}`
}
