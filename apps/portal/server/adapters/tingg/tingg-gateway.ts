import { isSameMoney } from '@nyanja/domain/money/money'
import { PortalError } from '../../errors.ts'
import type {
  AskedAttempt,
  PaymentGateway,
  PaymentRequest,
  RefundResult,
  Refusal,
  StartResult,
  VerificationResult,
} from '../../payments/payment-gateway.ts'
import { createNotFoundTally } from '../not-found-tally.ts'
import { acceptanceBody, expressBody, refundBody } from './tingg-bodies.ts'
import { createTinggCalls } from './tingg-calls.ts'
import type { TinggOptions } from './tingg-options.ts'
import { Queried, Raised, Reply, type TinggRequest } from './tingg-replies.ts'
import { paidIn, statuses, toVerificationResult } from './tingg-verification.ts'

const startRefusals: Readonly<Record<number, Refusal>> = { 1017: 'invalid_user', 1027: 'limit_exceeded' }

const refundStates: Readonly<Record<number, RefundResult>> = {
  [statuses.refundInitiated]: 'pending',
  [statuses.refunded]: 'refunded',
  // Never settled to us, so the customer has it again.
  [statuses.rejected]: 'refunded',
  [statuses.refundExpired]: 'refused',
}

const refundable: readonly number[] = [statuses.accepted, statuses.refundExpired]
const unaccepted: readonly number[] = [statuses.paid, statuses.received]
const otherSum: VerificationResult = { state: 'review', reason: 'tingg: paid, but not this amount' }
const ok = 200
const notFound = 1001

/** Nobody can be paying where no page was ever opened, so "not found" is soon believed. */
const believedAfterMs = 600_000

export function createTinggGateway(options: TinggOptions): PaymentGateway {
  const { serviceCode, currencies, firstEnquiryAfterMs = 5000, now = Date.now } = options
  const calls = createTinggCalls(options)
  const tally = createNotFoundTally(now, believedAfterMs)

  async function query({ id }: Pick<AskedAttempt, 'id'>): Promise<TinggRequest | undefined> {
    const path = `query/${encodeURIComponent(serviceCode)}/${encodeURIComponent(id)}`
    const { status, results } = await calls.ask({ operation: 'query', path, schema: Queried })
    if (results !== undefined || status === notFound) return results
    throw new PortalError('provider_broke_contract', `tingg query: status ${status}`)
  }

  /** What is paid in full becomes ours by an acknowledgement, and only what is ours can be given back. */
  async function accepted(attempt: AskedAttempt): Promise<TinggRequest | undefined> {
    const seen = await query(attempt)
    if (seen === undefined || !isUnaccepted(seen) || !isDue(seen, attempt)) return seen
    const body = acceptanceBody(attempt, options)
    await calls.move({ operation: 'acknowledge', path: 'acknowledgement/request', schema: Reply, body })
    return query(attempt)
  }

  async function raise(request: PaymentRequest): Promise<StartResult> {
    const path = 'checkout-request/express-request'
    const body = expressBody(request, options)
    const { status = 0, results } = await calls.move({ operation: 'express', path, schema: Raised, body })
    if (results !== undefined) return { outcome: 'redirect', url: results.long_url }
    const reason = startRefusals[status]
    if (reason !== undefined) return { outcome: 'refused', reason }
    // How a name that is taken is refused is not published; then the request stands already.
    if ((await query(request)) !== undefined) return { outcome: 'waiting' }
    throw new PortalError('provider_broke_contract', `tingg express: status ${status}`)
  }

  async function giveBack(attempt: AskedAttempt, { payments }: TinggRequest): Promise<RefundResult> {
    const body = refundBody(attempt, payments?.[0]?.cpg_transaction_id, options)
    const { status } = await calls.move({ operation: 'refund', path: 'refund/request', schema: Reply, body })
    const state = refundStates[(await query(attempt))?.request_status_code ?? 0]
    if (status !== ok) return state ?? 'refused'
    // Logged is not given: the status follows when it likes.
    return state === 'refunded' ? state : 'pending'
  }

  return {
    checkoutType: 'page',
    firstEnquiryAfterMs,

    async start(request) {
      if (currencies.includes(request.amount.currency)) return raise(request)
      return { outcome: 'refused', reason: 'unsupported_currency' }
    },

    async verify(attempt) {
      const seen = await accepted(attempt)
      if (seen === undefined) {
        return tally.isCertain(attempt.id) ? { state: 'refused', reason: 'refused' } : { state: 'unknown' }
      }
      tally.forget(attempt.id)
      return isUnaccepted(seen) && !isDue(seen, attempt) ? otherSum : toVerificationResult(seen)
    },

    // A request cannot be called off; it ends at its due date.
    async abandon() {},

    async refund(attempt) {
      const seen = await accepted(attempt)
      if (seen === undefined) return 'refused'
      const { request_status_code: status } = seen
      return refundable.includes(status) ? giveBack(attempt, seen) : (refundStates[status] ?? 'refused')
    },

    async verifyRefund(attempt) {
      return refundStates[(await query(attempt))?.request_status_code ?? 0] ?? 'unknown'
    },
  }
}

function isUnaccepted({ request_status_code }: TinggRequest): boolean {
  return unaccepted.includes(request_status_code)
}

function isDue(request: TinggRequest, { id, amount }: AskedAttempt): boolean {
  const paid = paidIn(request)
  return request.merchant_transaction_id === id && paid !== undefined && isSameMoney(paid, amount)
}
