import { PortalError } from '@nyanja/domain/errors'
import { isCurrency, isSameMoney, type Money, majorText, parseMoney } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import { minute } from '@nyanja/domain/time'
import type {
  PaymentGateway,
  PaymentRequest,
  ProviderAttempt,
  ProviderRefund,
  RefundResult,
  Refusal,
  StartResult,
  VerificationResult,
} from '../../payments/payment-gateway.ts'
import { createNotFoundTally } from '../not-found-tally.ts'
import { returnAddress } from '../return-address.ts'
import { createTinggCalls, Queried, Raised, Reply, type TinggOptions, type TinggRequest } from './calls.ts'

// Tingg requires names, and visitors give none.
const unnamedCustomer = { customer_first_name: 'Portal', customer_last_name: 'Customer' } as const

const shortestLifeMs = minute

function expressBody(request: PaymentRequest, options: TinggOptions): object {
  const { id, amount, email, payerMsisdn, expiresAt, description, returnUrl, cancelUrl } = request
  const { serviceCode, country, countryCode, callbackUrl, fallbackMsisdn, now = Date.now } = options
  return {
    ...unnamedCustomer,
    ...(email !== undefined && { customer_email: email }),
    msisdn: payerMsisdn === '' ? fallbackMsisdn : international(payerMsisdn, { countryCode }),
    account_number: accountNumberOf(id),
    request_amount: majorText(amount),
    merchant_transaction_id: id,
    service_code: serviceCode,
    country_code: country,
    currency_code: amount.currency,
    request_description: description,
    due_date: utcText(Math.max(expiresAt, now() + shortestLifeMs)),
    callback_url: callbackUrl,
    success_redirect_url: returnAddress(returnUrl, 'merchant_transaction_id', id),
    fail_redirect_url: returnAddress(cancelUrl, 'merchant_transaction_id', id),
  }
}

/** Accepts the payment, so that Tingg pays it out and stops its notifications. The two spellings are Tingg's. */
function acceptanceBody({ id, amount }: ProviderAttempt, { serviceCode }: TinggOptions): object {
  return {
    acknowledgement_type: 'Full',
    acknowledgement_amount: majorNumber(amount),
    acknowledgement_narration: 'Payment received',
    acknowledgment_reference: id,
    merchant_transaction_id: id,
    service_code: serviceCode,
    status_code: 183,
    currency_code: amount.currency,
  }
}

function refundBody(
  { id, amount, part }: ProviderRefund,
  paymentId: string | null | undefined,
  { serviceCode }: TinggOptions,
): object {
  return {
    merchant_transaction_id: id,
    refund_type: part === undefined ? 'Full' : 'Partial',
    amount: majorNumber(part ?? amount),
    refund_narration: `Refund of ${id}`,
    refund_reference: id,
    service_code: serviceCode,
    currency_code: amount.currency,
    ...(paymentId && { payment_id: paymentId }),
  }
}

/** Makes a number of at most 15 letters, digits and underscores; the end of our ids is as random as the rest. */
function accountNumberOf(id: string): string {
  return id.replace(/\W/g, '_').slice(-15)
}

/** Writes a time such as `2026-11-20 10:30:00`. */
function utcText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

const majorNumber = (amount: Money): number => Number(majorText(amount))

const statuses = {
  failedAttempt: 99,
  expired: 129,
  raised: 130,
  partlyPaid: 176,
  paid: 178,
  expiredPartlyPaid: 179,
  rejected: 180,
  accepted: 183,
  partRefundInitiated: 184,
  refundInitiated: 185,
  partRefunded: 186,
  refunded: 187,
  received: 188,
  refundExpired: 191,
  invalid: 422,
} as const

const givenBack: VerificationResult = { state: 'review', reason: 'tingg: paid, and being given back' }

const resultByStatus: Readonly<Record<number, VerificationResult>> = {
  [statuses.raised]: { state: 'pending' },
  [statuses.failedAttempt]: { state: 'pending' },
  // The payment is paid, and to be accepted by the portal; the customer has nothing left to do.
  [statuses.received]: { state: 'unknown' },
  [statuses.expired]: { state: 'refused', reason: 'expired' },
  [statuses.expiredPartlyPaid]: { state: 'refused', reason: 'expired' },
  [statuses.rejected]: { state: 'refused', reason: 'refused' },
  [statuses.partlyPaid]: { state: 'review', reason: 'tingg: partly paid, and closed' },
  [statuses.partRefundInitiated]: givenBack,
  [statuses.refundInitiated]: givenBack,
  [statuses.partRefunded]: givenBack,
  [statuses.refunded]: givenBack,
  [statuses.refundExpired]: givenBack,
}

const captures: readonly number[] = [statuses.paid, statuses.accepted]

export function toVerificationResult(request: TinggRequest): VerificationResult {
  const { request_status_code: status } = request
  if (status === statuses.invalid) throw new PortalError('provider_broke_contract', `tingg query: status ${status}`)
  if (captures.includes(status)) return captured(request)
  const result = resultByStatus[status] ?? ({ state: 'unknown' } as const)
  return result.state === 'review' ? { ...result, received: readPaidAmount(request) } : result
}

function captured(request: TinggRequest): VerificationResult {
  const { merchant_transaction_id: attemptId, checkout_request_id: providerReference } = request
  const amount = readPaidAmount(request)
  if (!attemptId || amount === undefined) return { state: 'review', reason: 'tingg: paid, but not what or how much' }
  return { state: 'captured', attemptId, amount, ...(providerReference && { providerReference }) }
}

/** The captured amount; the amounts of the request are the requested ones. */
function readPaidAmount({ amount_paid, currency_code }: TinggRequest): Money | undefined {
  return currency_code && isCurrency(currency_code) ? parseMoney(amount_paid ?? '', currency_code) : undefined
}

const startRefusals: Readonly<Record<number, Refusal>> = { 1017: 'invalid_user', 1027: 'limit_exceeded' }

const refundStates: Readonly<Record<number, RefundResult>> = {
  [statuses.refundInitiated]: 'pending',
  [statuses.refunded]: 'refunded',
  // A rejected payment is never paid out to the merchant, so the customer was refunded.
  [statuses.rejected]: 'refunded',
  [statuses.refundExpired]: 'refused',
}

const partRefundStates: Readonly<Record<number, RefundResult>> = {
  [statuses.partRefundInitiated]: 'pending',
  [statuses.partRefunded]: 'refunded',
  [statuses.refundExpired]: 'refused',
}

const statesOf = ({ part }: ProviderRefund) => (part === undefined ? refundStates : partRefundStates)

const refundable: readonly number[] = [statuses.accepted, statuses.refundExpired]
const unaccepted: readonly number[] = [statuses.paid, statuses.received]
const ok = 200
const notFound = 1001

/** Without an opened page no customer can pay, so "not found" is soon reliable. */
const believedAfterMs = 10 * minute

export function createTinggGateway(options: TinggOptions): PaymentGateway {
  const { serviceCode, currencies, firstEnquiryAfterMs = 5000, now = Date.now } = options
  const calls = createTinggCalls(options)
  const tally = createNotFoundTally(now, believedAfterMs)

  async function query({ id }: Pick<ProviderAttempt, 'id'>): Promise<TinggRequest | undefined> {
    const path = `query/${encodeURIComponent(serviceCode)}/${encodeURIComponent(id)}`
    const { status, results } = await calls.ask({ operation: 'query', path, schema: Queried })
    if (results !== undefined || status === notFound) return results
    throw new PortalError('provider_broke_contract', `tingg query: status ${status}`)
  }

  /** A full payment becomes the merchant's by an acknowledgement, and only then can it be refunded. */
  async function accepted(attempt: ProviderAttempt): Promise<TinggRequest | undefined> {
    const seen = await query(attempt)
    if (seen === undefined || !isUnaccepted(seen) || !isDue(seen, attempt)) return seen
    const body = acceptanceBody(attempt, options)
    await calls.command({ operation: 'acknowledge', path: 'acknowledgement/request', schema: Reply, body })
    return query(attempt)
  }

  async function raise(request: PaymentRequest): Promise<StartResult> {
    const path = 'checkout-request/express-request'
    const body = expressBody(request, options)
    const { status = 0, results } = await calls.command({ operation: 'express', path, schema: Raised, body })
    if (results !== undefined) return { outcome: 'redirect', url: results.long_url }
    const reason = startRefusals[status]
    if (reason !== undefined) return { outcome: 'refused', reason }
    // How a taken reference is refused is not documented; then the request exists already.
    if ((await query(request)) !== undefined) return { outcome: 'waiting' }
    throw new PortalError('provider_broke_contract', `tingg express: status ${status}`)
  }

  async function requestRefund(attempt: ProviderRefund, { payments }: TinggRequest): Promise<RefundResult> {
    const body = refundBody(attempt, payments?.[0]?.cpg_transaction_id, options)
    const { status } = await calls.command({ operation: 'refund', path: 'refund/request', schema: Reply, body })
    const state = statesOf(attempt)[(await query(attempt))?.request_status_code ?? 0]
    if (status !== ok) return state ?? 'refused'
    // Logged does not mean refunded: the status changes at some later time.
    return state === 'refunded' ? state : 'pending'
  }

  return {
    checkoutType: 'redirect',
    firstEnquiryAfterMs,

    async start(request) {
      if (currencies.includes(request.amount.currency)) return raise(request)
      return { outcome: 'refused', reason: 'unsupported_currency' }
    },

    async verify(attempt) {
      const seen = await accepted(attempt)
      if (seen === undefined) {
        return tally.isReliable(attempt.id) ? { state: 'refused', reason: 'refused' } : { state: 'unknown' }
      }
      tally.forget(attempt.id)
      if (!isUnaccepted(seen) || isDue(seen, attempt)) return toVerificationResult(seen)
      return { state: 'review', reason: 'tingg: paid, but not this amount', received: readPaidAmount(seen) }
    },

    // A request cannot be cancelled; it expires at its due date.
    async abandon() {},

    refundsParts: true,

    async refund(attempt) {
      const seen = await accepted(attempt)
      if (seen === undefined) return 'refused'
      const { request_status_code: status } = seen
      return refundable.includes(status) ? requestRefund(attempt, seen) : (statesOf(attempt)[status] ?? 'refused')
    },

    async verifyRefund(attempt) {
      return statesOf(attempt)[(await query(attempt))?.request_status_code ?? 0] ?? 'unknown'
    },
  }
}

function isUnaccepted({ request_status_code }: TinggRequest): boolean {
  return unaccepted.includes(request_status_code)
}

function isDue(request: TinggRequest, { id, amount }: ProviderAttempt): boolean {
  const paid = readPaidAmount(request)
  return request.merchant_transaction_id === id && paid !== undefined && isSameMoney(paid, amount)
}
