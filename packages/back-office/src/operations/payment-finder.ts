import { readFixedLineAccount, readLineAccount } from '@nyanja/domain/bills/account-number'
import { isCurrency, type Money, parseMoney } from '@nyanja/domain/money/money'
import { type MsisdnRules, parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { readLeadReference, readPaymentReference } from '@nyanja/domain/numbers/reference'
import type { ReviewedComponents } from '@nyanja/domain/payments/review-resolutions'
import { day, minute } from '@nyanja/domain/time'

/** A payment in a list of results. Times are epoch milliseconds. */
export interface FoundPayment {
  readonly reference: string
  readonly createdAt: number
  readonly method: string
  readonly gateway: string
  readonly product: string
  readonly amount: Money
  readonly components: ReviewedComponents
  /** The national digits of both numbers; empty once they were forgotten. */
  readonly payerMsisdn: string
  readonly msisdn: string
  readonly isInReview: boolean
}

export const searchKinds = ['reference', 'number', 'account', 'email', 'provider', 'lead'] as const
export type SearchKind = (typeof searchKinds)[number]

export interface SearchTerm {
  readonly kind: SearchKind
  readonly value: string
}

export interface AmountSearch {
  readonly amount: Money
  /** The times in epoch milliseconds, the second not included. */
  readonly from: number
  readonly until: number
}

export interface PaymentFinderStore {
  /** Payments that match any of the terms, newest first. */
  findByTerms(terms: readonly SearchTerm[], limit: number): Promise<readonly FoundPayment[]>
  findByAmount(search: AmountSearch, limit: number): Promise<readonly FoundPayment[]>
  /** Lists payments paid before that time and neither delivered nor given up, oldest first. */
  listUndelivered(paidBefore: number, limit: number): Promise<readonly FoundPayment[]>
}

interface SearchRules {
  readonly brand: string
  readonly numbers: MsisdnRules
}

const shortestProviderId = 4

/** Everything that a typed text may be: digits can be a number, an account or a provider's id. */
export function readSearchTerms(typed: string, { brand, numbers }: SearchRules): readonly SearchTerm[] {
  const text = typed.trim()
  if (text === '') return []
  if (text.includes('@')) return [{ kind: 'email', value: text }]
  const number = parseMsisdn(text, numbers)
  const accounts = [readLineAccount(text), readFixedLineAccount(text)]
  const readings: readonly (readonly [SearchKind, string | undefined])[] = [
    ['reference', readPaymentReference(text, brand)],
    ['lead', readLeadReference(text)],
    ['number', number.outcome === 'valid' ? number.msisdn : undefined],
    ...accounts.map((account) => ['account', account.outcome === 'valid' ? account.account : undefined] as const),
    ['provider', text.length < shortestProviderId ? undefined : text],
  ]
  return readings.flatMap(([kind, value]) => (value === undefined ? [] : [{ kind, value }]))
}

/** The values as typed into the form: `5000`, `MWK`, `2026-11-20`, `09:30`, `10:00`. */
export interface TypedAmountSearch {
  readonly amount: string
  readonly currency: string
  readonly day: string
  /** The beginning of the period; the whole day when empty. */
  readonly from: string
  readonly until: string
}

export type FinderResult =
  | { readonly outcome: 'found'; readonly payments: readonly FoundPayment[]; readonly isCut: boolean }
  | { readonly outcome: 'bad_amount' | 'bad_day' }

interface PaymentFinderOptions extends SearchRules {
  readonly store: PaymentFinderStore
  /** The first moment of a day such as `2026-11-20` in the market's time zone. */
  readonly startOfDay: (day: string) => number
  readonly now: () => number
}

const mostFound = 100
/** The time before which the portal has not tried everything by itself. */
const undeliveredAfterMs = 5 * minute

const momentOf = (time: string): number | undefined => {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  return hours === undefined ? undefined : (Number(hours) * 60 + Number(minutes)) * minute
}

/** Finds payments by what a customer can say about them. */
export class PaymentFinder {
  readonly #options: PaymentFinderOptions

  constructor(options: PaymentFinderOptions) {
    this.#options = options
  }

  async byText(typed: string): Promise<FinderResult> {
    const { store } = this.#options
    const terms = readSearchTerms(typed, this.#options)
    return toResult(terms.length === 0 ? [] : await store.findByTerms(terms, mostFound + 1))
  }

  async byAmount({ amount: typed, currency, day: date, from, until }: TypedAmountSearch): Promise<FinderResult> {
    const { store, startOfDay } = this.#options
    const plain = typed.replace(/[\s,](?=\d{3})/g, '').replace(',', '.')
    const amount = isCurrency(currency) ? parseMoney(plain, currency) : undefined
    if (amount === undefined) return { outcome: 'bad_amount' }
    if (Number.isNaN(Date.parse(`${date}T00:00:00Z`))) return { outcome: 'bad_day' }
    const start = startOfDay(date)
    // A minute that is named is part of the time.
    const end = until === '' ? day : (momentOf(until) ?? day) + minute
    const search = { amount, from: start + (momentOf(from) ?? 0), until: start + end }
    return toResult(await store.findByAmount(search, mostFound + 1))
  }

  async undelivered(): Promise<readonly FoundPayment[]> {
    const { store, now } = this.#options
    return store.listUndelivered(now() - undeliveredAfterMs, mostFound)
  }
}

function toResult(payments: readonly FoundPayment[]): FinderResult {
  return { outcome: 'found', payments: payments.slice(0, mostFound), isCut: payments.length > mostFound }
}
