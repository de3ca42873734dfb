import { randomBytes, randomInt } from 'node:crypto'
import { PaymentLedger } from '../core/payment-ledger.ts'
import { type CheckoutRequest, type RequestTerms, refundedMinor } from './checkout-request.ts'
import { payable, type RequestStatus } from './status-codes.ts'

export type Requests = PaymentLedger<CheckoutRequest, 'id' | 'reference'>

export const createLedger = (now: () => Date): Requests =>
  new PaymentLedger({
    provider: 'tingg',
    namesOf: ({ id, reference }) => ({ id, reference }),
    isReversed: ({ isPaidBack }) => isPaidBack,
    expiry: {
      now,
      isWaiting: ({ status }) => payable.includes(status),
      expiresAtMs: ({ expiresAtMs }) => expiresAtMs,
      expire: (request) => {
        request.status = 129
      },
    },
    captureOf: (request) => {
      const { payment, reference, checkoutRequestId, msisdn } = request
      return (
        payment && {
          reference,
          providerReference: String(checkoutRequestId),
          amountMinor: payment.sum.minor,
          currency: payment.sum.currency,
          payer: msisdn,
          refundedMinor: refundedMinor(request),
          at: payment.at,
        }
      )
    },
  })

export const createRequest = (
  terms: RequestTerms,
  { requests, now }: { requests: Requests; now: () => Date },
): CheckoutRequest =>
  requests.add({
    ...terms,
    id: randomBytes(16).toString('hex'),
    // Random, so that a reset sandbox never gives a merchant the same id twice.
    checkoutRequestId: randomInt(10_000_000_000_000, 100_000_000_000_000),
    createdAt: now().toISOString(),
    status: 130,
    failedPayments: 0,
    declineReason: '',
    card: undefined,
    challengeId: undefined,
    payment: undefined,
    isPaidBack: false,
    refunds: [],
  })

export const getStatus = (requests: Requests, request: CheckoutRequest): RequestStatus =>
  requests.refresh(request).status
