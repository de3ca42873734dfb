import { minorIn } from '../core/minor-units.ts'
import { currencyOf } from './currencies.ts'
import type { Desk } from './desk.ts'
import type { Terms } from './payment.ts'

/** `customerLastname` is the bank's own spelling. */
const required = [
  'merchantId',
  'serviceKey',
  'description',
  'total',
  'date',
  'countryCurrencyCode',
  'noOfItems',
  'customerFirstName',
  'customerLastname',
  'customerPhoneNumber',
  'referenceNumber',
]

type Check = (form: URLSearchParams, desk: Desk) => string | false

/** Each names what is wrong. Their words are not published; that they hold a space is how they are told from an id. */
const checks: readonly Check[] = [
  (form) => required.filter((field) => !form.get(field)).map((field) => `Missing field ${field}`)[0] ?? false,
  (form, { merchantId }) => form.get('merchantId') !== merchantId && 'Invalid merchant',
  (form, { serviceKey }) => form.get('serviceKey') !== serviceKey && 'Invalid service key',
  (form) => currencyOf(text(form, 'countryCurrencyCode')) === undefined && 'Invalid currency code',
  (form) => minorIn(text(form, 'total')) === undefined && 'Invalid total',
  (form, { limitMinor }) => (minorIn(text(form, 'total')) ?? 0) > limitMinor && 'Total exceeds limit',
  (form) => !/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}$/.test(text(form, 'date')) && 'Invalid date',
  (form) => !/^[1-9]\d*$/.test(text(form, 'noOfItems')) && 'Invalid number of items',
  (form, { payments }) =>
    payments.byReference(text(form, 'referenceNumber')) !== undefined && 'Duplicate reference number',
]

export function register(form: URLSearchParams, desk: Desk): { readonly terms: Terms } | { readonly refusal: string } {
  for (const check of checks) {
    const refusal = check(form, desk)
    if (refusal) return { refusal }
  }
  return {
    terms: {
      reference: text(form, 'referenceNumber'),
      description: text(form, 'description'),
      sum: {
        minor: minorIn(text(form, 'total')) ?? 0,
        currency: currencyOf(text(form, 'countryCurrencyCode')) ?? '',
      },
      customer: {
        name: `${text(form, 'customerFirstName')} ${text(form, 'customerLastname')}`,
        email: text(form, 'customerEmail'),
        phone: text(form, 'customerPhoneNumber'),
      },
    },
  }
}

const text = (form: URLSearchParams, field: string): string => form.get(field) ?? ''
