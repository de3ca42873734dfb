import { randomBytes, randomInt } from 'node:crypto'
import type { CardPayment } from '../bank/hosted-card.ts'
import { type Sum, takes } from '../core/market.ts'
import { captured, PaymentLedger } from '../core/payment-ledger.ts'
import type { Tokens } from '../core/tokens.ts'

/** Tingg's statuses of a request, with Tingg's texts. */
export const statusLabels = {
  99: 'Failed payment received, request still open',
  129: 'Request expired without payment',
  130: 'New request',
  176: 'Partial payment made, request closed',
  178: 'Full payment made',
  179: 'Request expired with partial payments',
  180: 'Payment rejected by the merchant',
  183: 'Payment accepted by the merchant',
  184: 'Partial refund initiated',
  185: 'Full refund initiated',
  186: 'Partial refund processed',
  187: 'Full refund processed',
  188: 'Payment received by the merchant',
  191: 'Refund expired',
  422: 'Invalid request',
} as const satisfies Readonly<Record<number, string>>

export type RequestStatus = keyof typeof statusLabels

/** In these states the customer may pay, until the due date. */
const payable: readonly RequestStatus[] = [130, 99]

/** The request is paid, without a final acknowledgement of the merchant. */
export const unacknowledged: readonly RequestStatus[] = [178, 188]

/** The request is paid and accepted by the merchant, so that it can be refunded. */
export const refundable: readonly RequestStatus[] = [183, 186, 191]

export type RefundState = 'initiated' | 'processed' | 'expired'

export interface Refund {
  readonly minor: number
  readonly reference: string
  readonly state: RefundState
  readonly at?: string
}

export interface Payment {
  readonly cpgTransactionId: string
  readonly sum: Sum
  readonly at: string
}

export interface RequestTerms {
  /** The merchant's `merchant_transaction_id`. */
  readonly reference: string
  readonly accountNumber: string
  readonly sum: Sum
  readonly description: string
  readonly customerName: string
  readonly msisdn: string
  readonly callbackUrl: string
  readonly successUrl: string
  readonly failUrl: string
  readonly expiresAtMs: number
}

export interface CheckoutRequest extends Omit<RequestTerms, 'expiresAtMs'>, CardPayment {
  /** The token that opens the page. */
  readonly id: string
  readonly checkoutRequestId: number
  readonly createdAt: string
  expiresAtMs: number
  status: RequestStatus
  failedPayments: number
  payment: Payment | undefined
  /** The customer was repaid without a refund: the payment was rejected, expired or reversed. */
  isPaidBack: boolean
  refunds: readonly Refund[]
}

const sumOf = (refunds: readonly Refund[]): number => refunds.reduce((total, { minor }) => total + minor, 0)

export function refundedMinor({ isPaidBack, payment, refunds }: CheckoutRequest): number {
  if (isPaidBack) return payment?.sum.minor ?? 0
  return sumOf(refunds.filter(({ state }) => state === 'processed'))
}

/** The amount of an expired refund is available again. */
export function refundableMinor({ isPaidBack, payment, refunds }: CheckoutRequest): number {
  if (payment === undefined || isPaidBack) return 0
  return payment.sum.minor - sumOf(refunds.filter(({ state }) => state !== 'expired'))
}

/** The outcome of the next refunds. `refused` is answered immediately, the others are accepted. */
export const refundOutcomes = ['processed', 'initiated', 'expired', 'refused'] as const

export type RefundOutcome = RefundState | 'refused'

/** The context of every route. */
export interface Simulation {
  readonly requests: Requests
  readonly tokens: Tokens<true>
  readonly apiKey: string
  readonly clientId: string
  readonly clientSecret: string
  readonly serviceCode: string
  readonly limitMinor: number
  readonly now: () => Date
  /** The browser's address of a request. */
  pageUrlOf(request: CheckoutRequest): string
  refundOutcome: RefundOutcome
  /** Reports the outcome of a request until the merchant acknowledges it. */
  notify(request: CheckoutRequest): void
}

interface Ending {
  readonly status: RequestStatus
  /** The captured share of the requested amount; absent when nothing was captured. */
  readonly taken?: (sum: Sum) => Sum
  /** The customer was repaid. */
  readonly isPaidBack?: true
  /** The merchant gets no callback. */
  readonly isSilent?: true
}

/** All outcomes of a request, including unfinished ones. */
export const endings = {
  paid: { status: 178, taken: takes.exact },
  accepted: { status: 183, taken: takes.exact, isSilent: true },
  received: { status: 188, taken: takes.exact, isSilent: true },
  rejected: { status: 180, taken: takes.exact, isPaidBack: true, isSilent: true },
  not_paid: { status: 130, isSilent: true },
  failed_attempt: { status: 99, isSilent: true },
  partial: { status: 176, taken: takes.half },
  expired: { status: 129, isSilent: true },
  expired_partial: { status: 179, taken: takes.half, isPaidBack: true, isSilent: true },
  wrong_amount: { status: 178, taken: takes.more(100) },
  wrong_currency: { status: 178, taken: takes.dollarsOr('MWK') },
  invalid: { status: 422, isSilent: true },
  reversed: { status: 187, taken: takes.exact, isPaidBack: true },
} as const satisfies Readonly<Record<string, Ending>>

type EndingName = keyof typeof endings

/** Captured money stays captured, unless it is reversed. */
export function conclude(
  request: CheckoutRequest,
  name: EndingName,
  simulation: Pick<Simulation, 'requests' | 'now' | 'notify'>,
): boolean {
  const ending: Ending = endings[name]
  if (!simulation.requests.allows(request, name)) return false
  request.status = ending.status
  request.payment ??= ending.taken && paymentOf(ending.taken(request.sum), simulation.now())
  request.isPaidBack = ending.isPaidBack ?? false
  if (ending.status === 99) request.failedPayments += 1
  if (!ending.isSilent) simulation.notify(request)
  return true
}

const paymentOf = (sum: Sum, now: Date): Payment => ({
  cpgTransactionId: String(randomInt(10_000_000_000_000, 100_000_000_000_000)),
  sum,
  at: now.toISOString(),
})

type Requests = PaymentLedger<CheckoutRequest, 'id' | 'reference'>

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
          ...captured(payment),
          payer: msisdn,
          refundedMinor: refundedMinor(request),
          refundedAt: request.refunds.at(-1)?.at,
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
    // The id is random, so that it stays unique after a reset.
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
