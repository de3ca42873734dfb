import { createHmac } from 'node:crypto'
import type { Rate } from '@nyanja/domain/money/exchange'
import { canConvert, createQuote, type Quote } from '@nyanja/domain/money/exchange'
import { type Currency, isSameMoney, type Money, money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { deriveKey, isSameSecret } from '../common/seal.ts'

/**
 * Provides today's price of one whole unit of the market's currency in its second currency. Every implementation passes
 * `rate-source.contract.ts`. Throws when the rate is unknown: an old rate is not used.
 */
export interface RateSource {
  rate(): Promise<Rate>
}

export interface ExchangeOptions {
  readonly source: RateSource
  /** The market's own currency, and the second one in which orders may be paid. */
  readonly currency: Currency
  readonly secondCurrency: Currency
  /** The secret that all processes share. */
  readonly secret: string
  readonly now: () => number
}

/** The order that a quote is bound to. */
export interface Ordered {
  readonly id: string
  readonly amount: Money
}

export interface Offer {
  readonly quote: Quote
  /** Returned with the form, to prove that the portal made the offer. */
  readonly sealed: string
  /** The time until which exactly this amount is accepted, in epoch milliseconds, however the rate changes. */
  readonly holdsUntil: number
}

type Reckoning =
  | { readonly outcome: 'quoted'; readonly quote: Quote }
  | { readonly outcome: 'rate_unknown' | 'beyond_counting' }

export type Agreement =
  /** `sealed` holds the same amount again, for the next step. */
  | { readonly outcome: 'agreed'; readonly quote: Quote; readonly sealed: string }
  /** The amount differs from the one that the visitor saw. */
  | { readonly outcome: 'moved' | 'rate_unknown' }

const holdsMs = 5 * minute
/** An accepted amount stays valid while its code is sent and entered. */
const confirmableMs = 15 * minute
const longestSeal = 200

/** Computes orders' amounts in the market's second currency. No amount is charged that was not shown. */
export class Exchange {
  readonly #options: ExchangeOptions
  readonly #key: Buffer

  constructor(options: ExchangeOptions) {
    this.#options = options
    this.#key = deriveKey(options.secret, 'quotes')
  }

  async reckon(amount: Money): Promise<Reckoning> {
    const { source, now } = this.#options
    const rate = await source.rate().catch(() => undefined)
    if (rate === undefined) return { outcome: 'rate_unknown' }
    return canConvert(amount, rate)
      ? { outcome: 'quoted', quote: createQuote(amount, rate, now()) }
      : { outcome: 'beyond_counting' }
  }

  /** Makes a quote: undefined while the rate is unknown. */
  async quote(amount: Money): Promise<Quote | undefined> {
    const reckoning = await this.reckon(amount)
    return reckoning.outcome === 'quoted' ? reckoning.quote : undefined
  }

  async offer({ id, amount }: Ordered): Promise<Offer | undefined> {
    const quote = await this.quote(amount)
    return quote && { quote, sealed: this.#seal(id, quote), holdsUntil: quote.quotedAt + holdsMs }
  }

  /**
   * Tells whether the shown amount may be charged: while the offer is valid, and later while the amount has not
   * changed.
   */
  async agree(sealed: string, ordered: Ordered): Promise<Agreement> {
    return this.#agree(sealed, ordered, holdsMs)
  }

  /** Agrees to the same amount again, after a code was sent for the accepted one. */
  async confirm(sealed: string, ordered: Ordered): Promise<Agreement> {
    return this.#agree(sealed, ordered, confirmableMs)
  }

  /** Reads the offer for this order, however old: undefined for anything else. */
  shown(sealed: string, ordered: Ordered): Quote | undefined {
    return this.#open(sealed, ordered)
  }

  async #agree(sealed: string, { id, amount }: Ordered, holdMs: number): Promise<Agreement> {
    const shown = this.#open(sealed, { id, amount })
    const agreed = (quote: Quote) => ({ outcome: 'agreed', quote, sealed: this.#seal(id, quote) }) as const
    if (shown !== undefined && this.#options.now() < shown.quotedAt + holdMs) return agreed(shown)
    const fresh = await this.quote(amount)
    if (fresh === undefined) return { outcome: 'rate_unknown' }
    const isSame = shown !== undefined && isSameMoney(shown.charged, fresh.charged)
    return isSame ? agreed(fresh) : { outcome: 'moved' }
  }

  #seal(id: string, { ordered, charged, rate, quotedAt }: Quote): string {
    const message = [quotedAt, rate.costs.minor].map((figure) => figure.toString(36))
    const bound = [...message, id, ordered.minor, ordered.currency, charged.minor, charged.currency]
    return [...message, createHmac('sha256', this.#key).update(JSON.stringify(bound)).digest('base64url')].join('.')
  }

  /** Returns undefined for a text that was not sealed here for this order and its amount. */
  #open(sealed: string, { id, amount }: Ordered): Quote | undefined {
    const { currency, secondCurrency } = this.#options
    const [at = '', costs = ''] = sealed.length > longestSeal ? [] : sealed.split('.')
    const figures = [at, costs].map((text) => Number.parseInt(text, 36))
    if (!figures.every((figure) => Number.isSafeInteger(figure) && figure > 0)) return undefined
    const [quotedAt = 0, minor = 0] = figures
    const rate = { one: currency, costs: money(secondCurrency, minor) }
    if (!canConvert(amount, rate)) return undefined
    const quote = createQuote(amount, rate, quotedAt)
    return isSameSecret(this.#seal(id, quote), sealed) ? quote : undefined
  }
}

interface Currencies {
  readonly currency: Currency
  readonly secondCurrency?: Currency | undefined
}

/** Creates the exchange: undefined in a market with one currency. */
export function createMarketExchange(
  { currency, secondCurrency }: Currencies,
  rest: Pick<ExchangeOptions, 'source' | 'secret' | 'now'>,
): Exchange | undefined {
  return secondCurrency === undefined ? undefined : new Exchange({ ...rest, currency, secondCurrency })
}
