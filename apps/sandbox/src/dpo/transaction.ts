import type { CardPayment } from '../card-desk/card-house.ts'
import type { Sum } from '../core/minor-units.ts'
import type { ResultCode } from './results.ts'

export interface Customer {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly country: string
}

export type RefundState = 'done' | 'pending' | 'declined'

export interface Refund {
  readonly minor: number
  readonly reference: string
  readonly details: string
  readonly state: RefundState
}

export interface Payment {
  readonly sum: Sum
  /** Differs after a conversion only. */
  readonly finalSum: Sum
  readonly approval: string
  readonly fraudAlert: string
  readonly at: string
}

/** What the merchant asked for. */
export interface Terms {
  readonly companyRef: string
  readonly sum: Sum
  readonly redirectUrl: string
  readonly backUrl: string
  readonly description: string
  readonly customer: Customer
  readonly timeLimitMs: number
}

export interface Transaction extends Terms, CardPayment {
  readonly token: string
  readonly reference: string
  readonly createdAt: string
  expiresAtMs: number
  result: ResultCode
  payment: Payment | undefined
  isVerified: boolean
  isReversed: boolean
  refunds: readonly Refund[]
}

/** Refunds that have left or will leave our hands; a declined one gives its sum free again. */
export function refundedMinor({ refunds, isReversed, payment }: Transaction): number {
  if (isReversed) return payment?.sum.minor ?? 0
  return refunds.filter(({ state }) => state === 'done').reduce((total, { minor }) => total + minor, 0)
}

export function refundableMinor({ refunds, payment, isReversed }: Transaction): number {
  if (payment === undefined || isReversed) return 0
  const claimed = refunds.filter(({ state }) => state !== 'declined').reduce((total, { minor }) => total + minor, 0)
  return payment.sum.minor - claimed
}
