import { decimalOf } from '../core/minor-units.ts'
import type { Desk } from './desk.ts'
import type { Outcome, Payment } from './payment.ts'

/** Only the first of them is known for certain. */
const words: Readonly<Record<Outcome, string>> = {
  approved: 'Approved Transaction',
  open: 'Pending Transaction',
  declined: 'Declined Transaction',
  cancelled: 'Cancelled Transaction',
}
const notFound = 'Transaction Not Found'

/** The answer of `confirmation/verify`: tokens behind semicolons. */
export function verifyText(query: URLSearchParams, form: URLSearchParams, desk: Desk): string {
  const text = (name: string) => query.get(name) ?? ''
  const isMerchant = text('cipgid') === desk.merchantId && isOr(form.get('merchantId'), desk.merchantId)
  if (!isMerchant || !isOr(form.get('serviceKey'), desk.serviceKey)) return 'Invalid Merchant'
  const payment = desk.payments.byReference(text('mytxnref'))
  // A merchant who never learnt the transaction's id still has his own reference.
  if (payment === undefined || !isOr(query.get('cipgtxnref') || null, payment.id)) return notFound
  return [words[payment.outcome], payment.reference, ...amountOf(payment, desk)].join(';')
}

const amountOf = ({ taken }: Payment, { echoesAmount }: Desk): readonly string[] =>
  taken && echoesAmount ? [decimalOf(taken.sum.minor), taken.sum.currency] : []

const isOr = (value: string | null, expected: string): boolean => value === null || value === expected
