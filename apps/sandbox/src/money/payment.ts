import type { CodeName } from './codes.ts'

/** In progress, ambiguous, success, failed, expired: the wire's own words. */
export type PaymentStatus = 'TIP' | 'TA' | 'TS' | 'TF' | 'TE'

/** What the merchant asked for. */
export interface Collection {
  readonly id: string
  readonly reference: string
  readonly msisdn: string
  readonly amountMinor: number
  readonly currency: string
}

export interface Payment extends Collection {
  readonly askedAtMs: number
  readonly expiresAtMs: number
  status: PaymentStatus
  code: CodeName
  /** Given out with the money, and never taken back. */
  moneyId: string | undefined
  capturedAtMs: number
  refundedMinor: number
}

export const isWaiting = ({ status }: Payment): boolean => status === 'TIP'
