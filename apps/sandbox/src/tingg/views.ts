import type { JsonObject } from '../core/bodies.ts'
import { decimalOf, minorIn } from '../core/market.ts'
import { type CheckoutRequest, type RequestStatus, statusLabels } from './ledger.ts'

export interface ViewOptions {
  readonly status: RequestStatus
  readonly serviceCode: string
}

/** Builds the answer of the query; the notification has the same content with its status as a text. */
export function detailsOf(request: CheckoutRequest, { status, serviceCode }: ViewOptions): JsonObject {
  const { sum, payment } = request
  return {
    checkout_request_id: request.checkoutRequestId,
    merchant_transaction_id: request.reference,
    request_amount: majorOf(sum.minor),
    original_request_amount: majorOf(sum.minor),
    request_currency_code: sum.currency,
    original_request_currency_code: sum.currency,
    account_number: request.accountNumber,
    currency_code: payment?.sum.currency ?? sum.currency,
    amount_paid: majorOf(payment?.sum.minor ?? 0),
    service_charge_amount: 0,
    request_date: dateText(request.createdAt),
    service_code: serviceCode,
    request_status_code: status,
    request_status_description: statusLabels[status],
    msisdn: request.msisdn,
    payments: payment ? [paymentOf(request, payment, serviceCode)] : [],
    failed_payments: Array.from({ length: request.failedPayments }, () => ({ msisdn: request.msisdn })),
    extra_data: '',
    country_abbrv: 'MW',
  }
}

function paymentOf(
  request: CheckoutRequest,
  { cpgTransactionId, sum, at }: NonNullable<CheckoutRequest['payment']>,
  serviceCode: string,
): JsonObject {
  return {
    customer_name: request.customerName,
    account_number: request.accountNumber,
    cpg_transaction_id: cpgTransactionId,
    currency_code: sum.currency,
    payer_client_code: 'CARDMW',
    payer_client_name: request.card?.brand ?? 'Card',
    amount_paid: majorOf(sum.minor),
    service_code: serviceCode,
    date_payment_received: dateText(at),
    msisdn: request.msisdn,
    payer_transaction_id: cpgTransactionId,
    hub_overall_status: 178,
    payer_narration: 'Card payment',
    payment_status: 'Payment successfully received',
  }
}

const majorOf = (minor: number): number => Number(decimalOf(minor))

/** Formats a time as `2026-11-20 10:00:00`. */
const dateText = (iso: string): string => iso.slice(0, 19).replace('T', ' ')

export interface Answer {
  readonly http: number
  readonly body: JsonObject
}

export const success = (text: string, results: JsonObject = {}): Answer => ({
  http: 200,
  body: { status: { status_code: 200, status_description: text }, results },
})

/** Builds a refusal in the usual envelope. */
export const refusal = (code: number, text: string, http = 400): Answer => ({
  http,
  body: { status: { status_code: code, status_description: text } },
})

/** The API gateway in front of the checkout refuses in another format. */
const unwrapped = (code: number, message: string, http: number): Answer => ({
  http,
  body: { status: code, message },
})

export const notFound = refusal(1001, 'No request found', 200)
export const notJson = refusal(1013, 'The request was not valid JSON')
export const notAllowed = unwrapped(1031, 'This client is not allowed to access this service', 403)
export const unknownPath = unwrapped(404, 'Not Found', 404)
export const unauthorised = unwrapped(401, 'Unauthorized', 401)

/** Texts and numbers are equivalent, as at Tingg. */
export class BodyFields {
  readonly #body: JsonObject

  constructor(body: JsonObject) {
    this.#body = body
  }

  text(name: string): string {
    const value = this.#body[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }

  minor(name: string): number | undefined {
    return minorIn(this.text(name))
  }

  firstMissing(names: readonly string[]): string | undefined {
    return names.find((name) => this.text(name) === '')
  }
}
