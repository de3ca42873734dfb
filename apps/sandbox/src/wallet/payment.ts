import type { BrandId } from './brands.ts'

/** The wire's own words. */
export type PaymentStatus = 'PENDING_PIN' | 'IN_PROCESS' | 'SUCCESS' | 'FAILED' | 'EXPIRED'

export type Reason = 'INSUFFICIENT_FUNDS' | 'LIMIT_EXCEEDED' | 'REFUSED' | 'WALLET_LOCKED'

export type RefundStatus = 'SUCCESS' | 'IN_PROCESS' | 'FAILED'

/** What the merchant asked for. */
export interface Debit {
  /** The merchant's own id. */
  readonly id: string
  readonly brand: BrandId
  /** Nine national digits. */
  readonly msisdn: string
  readonly amountMinor: number
  readonly currency: string
  readonly description: string
}

interface Nonce {
  readonly value: string
  readonly expiresAtMs: number
}

export interface Payment extends Debit {
  readonly walletTransactionId: string
  readonly expiresAtMs: number
  status: PaymentStatus
  reason: Reason | undefined
  /** For the next PIN, and used up with it. */
  nonce: Nonce | undefined
  /** Given out with the money, and never taken back. */
  walletReference: string | undefined
  completedAtMs: number | undefined
  refundedMinor: number
  /** Accepted refunds, by the merchant's id of each. */
  readonly refunds: Record<string, { readonly amountMinor: number; status: RefundStatus }>
}

export const isSameDebit = (one: Debit, other: Debit): boolean =>
  one.brand === other.brand &&
  one.msisdn === other.msisdn &&
  one.amountMinor === other.amountMinor &&
  one.currency === other.currency

export const isFinal = ({ status }: Payment): boolean => status !== 'PENDING_PIN' && status !== 'IN_PROCESS'
