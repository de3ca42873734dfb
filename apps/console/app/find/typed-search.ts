import type { TypedSearch } from '@nyanja/back-office/operations/kept-searches'
import type { FinderResult, PaymentFinder } from '@nyanja/back-office/operations/payment-finder'
import { readField } from '@nyanja/web/format/read-field'

const longest = 120
const amountFields = ['amount', 'currency', 'day', 'from', 'until'] as const

/** A text, or an amount with its day. */
export function readTyped(form: FormData): TypedSearch {
  const field = (name: string) => readField(form, name).trim().slice(0, longest)
  if (field('amount') === '') return { text: field('text') }
  return Object.fromEntries(amountFields.map((name) => [name, field(name)]))
}

export function runSearch(finder: PaymentFinder, typed: TypedSearch): Promise<FinderResult> {
  if (typed.amount === undefined) return finder.byText(typed.text ?? '')
  const { amount, currency = '', day = '', from = '', until = '' } = typed
  return finder.byAmount({ amount, currency, day, from, until })
}
