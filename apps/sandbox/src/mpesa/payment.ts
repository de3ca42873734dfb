import type { CodeName } from './codes.ts'

/** The wire's own words. `N/A`: nothing can be said yet. */
export type PaymentStatus = 'N/A' | 'Completed' | 'Cancelled' | 'Expired'

/** What the merchant asked for. */
export interface Collection {
  /** The merchant's conversation id, under which he asks about the payment. */
  readonly id: string
  /** The short reference that the payer sees. */
  readonly reference: string
  readonly items: string
  /** International digits. */
  readonly msisdn: string
  readonly amountMinor: number
  readonly currency: string
}

export interface Reversal {
  readonly id: string
  readonly transactionId: string
  readonly minor: number
}

export interface Payment extends Collection {
  /** Our own name for the conversation: `AG_20261120_0000...`. */
  readonly conversationId: string
  readonly askedAtMs: number
  readonly expiresAtMs: number
  status: PaymentStatus
  /** What has become of it; absent while the handset still asks. */
  code?: CodeName
  /** Given out with the money, and never taken back. */
  transactionId?: string
  capturedAtMs: number
  reversals: readonly Reversal[]
}

export const isWaiting = ({ code }: Payment): boolean => code === undefined

export const refundedMinor = ({ reversals }: Pick<Payment, 'reversals'>): number =>
  reversals.reduce((total, { minor }) => total + minor, 0)
