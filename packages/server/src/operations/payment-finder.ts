import { readFixedLineAccount, readLineAccount } from '@nyanja/domain/bills/account-number'
import type { Money } from '@nyanja/domain/money/money'
import { type MsisdnRules, parseMsisdn } from '@nyanja/domain/numbers/msisdn'
import { readLeadReference, readPaymentReference } from '@nyanja/domain/numbers/reference'
import type { ReviewedComponents } from '@nyanja/domain/payments/review-resolutions'

/** A payment in a list of results. Times are epoch milliseconds. */
export interface FoundPayment {
  readonly reference: string
  readonly createdAt: number
  readonly method: string
  readonly gateway: string
  readonly product: string
  readonly amount: Money
  readonly components: ReviewedComponents
  /** Nine national digits each; empty once they were forgotten. */
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
  /** Epoch milliseconds, the second not included. */
  readonly from: number
  readonly until: number
}

export interface PaymentFinderStore {
  /** Payments that match any of the terms, newest first. */
  findByTerms(terms: readonly SearchTerm[], limit: number): Promise<readonly FoundPayment[]>
  findByAmount(search: AmountSearch, limit: number): Promise<readonly FoundPayment[]>
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
  if (text.includes('@')) return [{ kind: 'email', value: text.toLowerCase() }]
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
