import { compareMoney, type Money, money, parseMoney } from '@nyanja/domain/money/money'

export type FundsCheck =
  | { readonly outcome: 'enough' | 'not_enough'; readonly airtime: Money }
  | { readonly outcome: 'unknown' }

interface BalancesOptions {
  readonly source: BalanceSource
}

/** Reads the balances of a line, only for visitors who proved that the line is theirs. */
export class Balances {
  readonly #source: BalanceSource

  constructor({ source }: BalancesOptions) {
    this.#source = source
  }

  async of(msisdn: string): Promise<readonly BalanceEntry[]> {
    return this.#source.balancesOf(msisdn)
  }

  /**
   * Tells whether the airtime of a line covers the amount. `unknown` does not refuse the payment: the debit checks
   * again.
   */
  async fundsFor(msisdn: string, price: Money): Promise<FundsCheck> {
    const entries = await this.#source.balancesOf(msisdn).catch(() => undefined)
    const airtimes = entries
      ?.filter(({ serviceType }) => serviceType === 'AIRTIME')
      .map((entry) => parseAirtime(entry, price))
    if (airtimes === undefined || airtimes.some((airtime) => airtime === undefined)) return { outcome: 'unknown' }

    // A debit takes from one bucket, so several small ones cannot be combined.
    const airtime = airtimes.flatMap((one) => one ?? []).reduce(larger, money(price.currency, 0))
    return { outcome: compareMoney(airtime, price) < 0 ? 'not_enough' : 'enough', airtime }
  }
}

function parseAirtime({ unit, balance }: BalanceEntry, { currency }: Money): Money | undefined {
  if (unit !== currency || balance === undefined) return undefined
  return parseMoney(balance, currency, { allowNegative: true })
}

function larger(left: Money, right: Money): Money {
  return compareMoney(left, right) < 0 ? right : left
}

/** One bucket of a line, or its airtime. */
export interface BalanceEntry {
  readonly serviceType: 'DATA' | 'AIRTIME' | 'VOICE' | 'SMS'
  readonly description: string
  /** The balance as decimal text in `unit`; undefined means unlimited. */
  readonly balance?: string
  readonly unit: string
  /** The end in epoch milliseconds; undefined means that it does not expire. */
  readonly endsAt?: number
}

/** Provides the balances of a line. Expired buckets are not listed. */
export interface BalanceSource {
  /** Reads the balances of a line, given by its national digits. */
  balancesOf(msisdn: string): Promise<readonly BalanceEntry[]>
}
