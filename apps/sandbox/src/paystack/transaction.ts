import type { Json } from '../core/json.ts'
import type { Sum } from '../core/minor-units.ts'

/** Paystack's own words; who has not paid yet has `abandoned` the page. */
export type Status = 'abandoned' | 'ongoing' | 'pending' | 'processing' | 'queued' | 'success' | 'failed' | 'reversed'

export type Channel = 'card' | 'mobile_money' | 'bank_transfer'

/** What the merchant asked for. */
export interface Terms {
  readonly reference: string
  readonly sum: Sum
  readonly email: string
  readonly callbackUrl: string
  readonly cancelUrl: string
  readonly label: string
  /** Empty: all. */
  readonly channels: readonly string[]
  readonly metadata: Json
}

/** What Paystack keeps of a card. */
export interface CardTrace {
  readonly bin: string
  readonly last4: string
  readonly brand: string
}

export interface Payment {
  readonly sum: Sum
  /** Less than the sum when the customer bears the fees. */
  readonly requestedMinor: number
  readonly at: string
}

export type RefundStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention'

/** What a refund comes to. One that is `pending` stays so. */
export const refundOutcomes = ['processed', 'failed', 'needs-attention', 'pending'] as const

export type RefundOutcome = (typeof refundOutcomes)[number]

export interface Refund {
  readonly id: number
  readonly minor: number
  readonly customerNote: string
  readonly merchantNote: string
  readonly at: string
  dueAtMs: number
  outcome: RefundOutcome
  status: RefundStatus
}

export interface Transaction extends Terms {
  readonly id: number
  readonly accessCode: string
  readonly createdAt: string
  status: Status
  /** The bank's words on the last try. */
  gatewayResponse: string
  channel: Channel | undefined
  card: CardTrace | undefined
  /** The test card that waits for its holder, and for what. */
  awaited: { readonly card: string; readonly step: 'pin' | 'otp' | 'bank' } | undefined
  /** The issuer's page through which the payment goes. */
  challenge: { readonly id: string; readonly url: string } | undefined
  /** When what the customer has begun ends by itself. */
  dueAtMs: number | undefined
  payment: Payment | undefined
  refunds: readonly Refund[]
}

export const canBePaid = ({ payment }: Transaction): boolean => payment === undefined

/** What has left our hands. */
export function refundedMinor({ refunds, status, payment }: Transaction): number {
  if (status === 'reversed') return payment?.sum.minor ?? 0
  return total(refunds.filter((refund) => refund.status === 'processed'))
}

/** A failed refund gives its sum free again. */
export function refundableMinor({ refunds, status, payment }: Transaction): number {
  if (payment === undefined || status === 'reversed') return 0
  return payment.sum.minor - total(refunds.filter((refund) => refund.status !== 'failed'))
}

const total = (refunds: readonly Refund[]): number => refunds.reduce((sum, { minor }) => sum + minor, 0)
