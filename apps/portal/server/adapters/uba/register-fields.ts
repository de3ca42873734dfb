import { isoNumberOf, type Money, majorText } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import type { PaymentRequest } from '../../payments/payment-gateway.ts'
import type { UbaOptions } from './uba-options.ts'

/** What the bank wants to know of a payment. We never learn a payer's name, so the form carries none. */
export function registerFields(request: PaymentRequest, options: UbaOptions): URLSearchParams {
  const { merchantId, serviceKey, countryCode, timeZone, fallbackMsisdn, fallbackEmail = '', now = Date.now } = options
  return new URLSearchParams({
    merchantId,
    serviceKey,
    description: request.description,
    total: twoDecimals(request.amount),
    date: localDate(now(), timeZone),
    countryCurrencyCode: isoNumberOf(request.amount.currency),
    noOfItems: '1',
    customerFirstName: 'Mobile',
    // The bank's own spelling.
    customerLastname: 'Customer',
    customerEmail: request.email ?? fallbackEmail,
    customerPhoneNumber:
      request.payerMsisdn === '' ? fallbackMsisdn : international(request.payerMsisdn, { countryCode }),
    referenceNumber: request.id,
  })
}

/** `1000.00` */
function twoDecimals(amount: Money): string {
  const [whole, decimals = '00'] = majorText(amount).split('.')
  return `${whole}.${decimals}`
}

/** `20/11/2026 12:00:00`: it names no zone, so it must be the merchant's own. */
function localDate(at: number, timeZone: string): string {
  // Swedish dates are year first.
  const [day = '', time = ''] = new Date(at).toLocaleString('sv-SE', { timeZone }).split(' ')
  return `${day.split('-').reverse().join('/')} ${time}`
}
