import { createHmac } from 'node:crypto'
import { canConvert, type Quote, quoteAt } from '@nyanja/domain/money/exchange'
import { type Currency, isSameMoney, type Money, money } from '@nyanja/domain/money/money'
import { minute } from '@nyanja/domain/time'
import { isSameSecret, keyFor } from '../common/seal.ts'
import type { RateSource } from './rate-source.ts'

export interface ExchangeOptions {
  readonly source: RateSource
  /** The market's own currency, and the one in which people may pay besides. */
  readonly currency: Currency
  readonly secondCurrency: Currency
  /** Known to nobody outside, and the same in every process. */
  readonly secret: string
  readonly now: () => number
}

/** What is bought, by which order. */
export interface Ordered {
  readonly id: string
  readonly amount: Money
}

export interface Offer {
  readonly quote: Quote
  /** Comes back with the form, and shows that it was us who offered it. */
  readonly sealed: string
  /** Epoch milliseconds until which exactly this amount is taken, wherever the rate goes. */
  readonly holdsUntil: number
}

type Reckoning =
  | { readonly outcome: 'quoted'; readonly quote: Quote }
  | { readonly outcome: 'rate_unknown' | 'beyond_counting' }

export type Agreement =
  /** `sealed`: the same amount again, for the step that follows. */
  | { readonly outcome: 'agreed'; readonly quote: Quote; readonly sealed: string }
  /** Another amount than the visitor has seen. */
  | { readonly outcome: 'moved' | 'rate_unknown' }

const holdsMs = 5 * minute
/** An amount that was agreed to in that time waits for its code to arrive and to be typed. */
const confirmableMs = 15 * minute
const longestSeal = 200

/** Says what an order comes to in the market's second currency. No amount is ever taken that was not shown. */
export class Exchange {
  readonly #options: ExchangeOptions
  readonly #key: Buffer

  constructor(options: ExchangeOptions) {
    this.#options = options
    this.#key = keyFor(options.secret, 'quotes')
  }

  async reckon(amount: Money): Promise<Reckoning> {
    const { source, now } = this.#options
    const rate = await source.rate().catch(() => undefined)
    if (rate === undefined) return { outcome: 'rate_unknown' }
    return canConvert(amount, rate)
      ? { outcome: 'quoted', quote: quoteAt(amount, rate, now()) }
      : { outcome: 'beyond_counting' }
  }

  /** Undefined while nobody can say. */
  async quote(amount: Money): Promise<Quote | undefined> {
    const reckoning = await this.reckon(amount)
    return reckoning.outcome === 'quoted' ? reckoning.quote : undefined
  }

  async offer({ id, amount }: Ordered): Promise<Offer | undefined> {
    const quote = await this.quote(amount)
    return quote && { quote, sealed: this.#seal(id, quote), holdsUntil: quote.quotedAt + holdsMs }
  }

  /** Whether the amount that was shown may be taken: while the offer holds, and later as long as it comes to the same. */
  async agree(sealed: string, ordered: Ordered): Promise<Agreement> {
    return this.#agree(sealed, ordered, holdsMs)
  }

  /** The same once more, after a code was sent for the amount that was agreed to. */
  async confirm(sealed: string, ordered: Ordered): Promise<Agreement> {
    return this.#agree(sealed, ordered, confirmableMs)
  }

  /** What was offered for this order, however long ago; undefined for anything that was not. */
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

  /** Undefined for anything that was not sealed here, for this order and its amount. */
  #open(sealed: string, { id, amount }: Ordered): Quote | undefined {
    const { currency, secondCurrency } = this.#options
    const [at = '', costs = ''] = sealed.length > longestSeal ? [] : sealed.split('.')
    const figures = [at, costs].map((text) => Number.parseInt(text, 36))
    if (!figures.every((figure) => Number.isSafeInteger(figure) && figure > 0)) return undefined
    const [quotedAt = 0, minor = 0] = figures
    const rate = { one: currency, costs: money(secondCurrency, minor) }
    if (!canConvert(amount, rate)) return undefined
    const quote = quoteAt(amount, rate, quotedAt)
    return isSameSecret(this.#seal(id, quote), sealed) ? quote : undefined
  }
}

interface Currencies {
  readonly currency: Currency
  readonly secondCurrency?: Currency | undefined
}

/** Undefined in a market with one currency. */
export function exchangeIn(
  { currency, secondCurrency }: Currencies,
  rest: Pick<ExchangeOptions, 'source' | 'secret' | 'now'>,
): Exchange | undefined {
  return secondCurrency === undefined ? undefined : new Exchange({ ...rest, currency, secondCurrency })
}
