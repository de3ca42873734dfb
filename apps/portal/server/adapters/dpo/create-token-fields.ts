import { type Money, majorText } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import type { PaymentRequest } from '../../payments/payment-gateway.ts'
import type { DpoOptions } from './dpo-options.ts'
import type { XmlFields } from './xml.ts'

/** What DPO wants to know of a payment before it opens a page. */
export function createTokenFields(request: PaymentRequest, options: DpoOptions): XmlFields {
  const { country, countryCode, serviceType, timeZone, paymentTimeLimitMinutes = 30, now = Date.now } = options
  const minutesLeft = Math.ceil((request.expiresAt - now()) / 60_000)

  return {
    Transaction: {
      PaymentAmount: twoDecimals(request.amount),
      PaymentCurrency: request.amount.currency,
      CompanyRef: request.id,
      RedirectURL: request.returnUrl,
      BackURL: request.cancelUrl,
      CompanyRefUnique: '1',
      PTL: String(Math.min(paymentTimeLimitMinutes, Math.max(1, minutesLeft))),
      PTLtype: 'minutes',
      customerEmail: request.email,
      ...(request.payerMsisdn !== '' && { customerPhone: international(request.payerMsisdn, { countryCode }) }),
      customerCountry: country,
      customerDialCode: country,
      DefaultPayment: 'CC',
      TransactionSource: 'Website',
    },
    Services: {
      Service: {
        ServiceType: serviceType,
        ServiceDescription: request.description,
        ServiceDate: serviceDate(now(), timeZone),
      },
    },
  }
}

/** `1000.00` */
export function twoDecimals(amount: Money): string {
  const [whole, decimals = '00'] = majorText(amount).split('.')
  return `${whole}.${decimals}`
}

/** `2026/11/20 10:00` */
function serviceDate(at: number, timeZone: string): string {
  // Swedish dates are year first.
  const text = new Date(at).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return text.replaceAll('-', '/')
}
