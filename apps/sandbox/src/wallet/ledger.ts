import { randomBytes } from 'node:crypto'
import { PaymentLedger } from '../core/payment-ledger.ts'
import type { BrandId, Settings, Wallets } from './wallets.ts'
/** The codes on the wire. */
export type PaymentStatus = 'PENDING_PIN' | 'IN_PROCESS' | 'SUCCESS' | 'FAILED' | 'EXPIRED'

type Reason = 'INSUFFICIENT_FUNDS' | 'LIMIT_EXCEEDED' | 'REFUSED' | 'WALLET_LOCKED'

type RefundStatus = 'SUCCESS' | 'IN_PROCESS' | 'FAILED'

export interface Debit {
  /** The merchant's own id. */
  readonly id: string
  readonly brand: BrandId
  /** The national digits. */
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
  /** The nonce is for the next PIN, and invalid after it. */
  nonce: Nonce | undefined
  /** The id is issued with the capture, and never removed. */
  walletReference: string | undefined
  completedAtMs: number | undefined
  refundedMinor: number
  refundedAtMs?: number
  /** Accepted refunds, by the merchant's id of each. */
  readonly refunds: Record<string, { readonly amountMinor: number; status: RefundStatus }>
}

export const isSameDebit = (one: Debit, other: Debit): boolean =>
  one.brand === other.brand &&
  one.msisdn === other.msisdn &&
  one.amountMinor === other.amountMinor &&
  one.currency === other.currency

const isFinal = ({ status }: Payment): boolean => status !== 'PENDING_PIN' && status !== 'IN_PROCESS'

interface AccountOptions {
  readonly now: () => Date
  readonly wallets: Wallets
  readonly settings: Settings
  /** A payment has ended. */
  readonly ended: (payment: Payment) => void
}

export interface RefundRequest {
  readonly refundId: string
  readonly amountMinor: number
}

export class ProviderAccount {
  readonly #options: AccountOptions
  #serial = 0
  readonly ledger: PaymentLedger<Payment, 'id'>

  constructor(options: AccountOptions) {
    this.#options = options
    this.ledger = new PaymentLedger({
      provider: 'wallet',
      namesOf: ({ id }) => ({ id }),
      captureOf,
      isReversed: ({ refundedMinor }) => refundedMinor > 0,
      expiry: {
        now: options.now,
        isWaiting: ({ status }) => status === 'PENDING_PIN',
        expiresAtMs: ({ expiresAtMs }) => expiresAtMs,
        expire: (payment) => this.expire(payment),
      },
    })
  }

  open(debit: Debit): Payment {
    const { now, settings } = this.#options
    const payment: Payment = {
      ...debit,
      walletTransactionId: `W-${randomBytes(9).toString('hex').toUpperCase()}`,
      expiresAtMs: now().getTime() + settings.pinMs,
      status: 'PENDING_PIN',
      reason: undefined,
      nonce: undefined,
      walletReference: undefined,
      completedAtMs: undefined,
      refundedMinor: 0,
      refunds: {},
    }
    return this.ledger.add(payment)
  }

  find(id: string): Payment | undefined {
    const payment = this.ledger.find('id', id)
    return payment && this.ledger.refresh(payment)
  }

  renewNonce(payment: Payment): string {
    const { now, settings } = this.#options
    const value = randomBytes(16).toString('base64url')
    payment.nonce = { value, expiresAtMs: now().getTime() + settings.nonceMs }
    return value
  }

  /** Captures the money, also after the payment was reported as failed. */
  capture(payment: Payment): void {
    if (payment.walletReference !== undefined) return
    this.#pay(payment, -payment.amountMinor)
    this.#serial += 1
    payment.walletReference = `WR${String(this.#serial).padStart(8, '0')}`
    this.#end(payment, 'SUCCESS')
  }

  fail(payment: Payment, reason: Reason): void {
    if (payment.walletReference === undefined) this.#end(payment, 'FAILED', reason)
  }

  expire(payment: Payment): void {
    if (payment.walletReference === undefined) this.#end(payment, 'EXPIRED')
  }

  /** The PIN was correct, and the money may be on its way. */
  doubt(payment: Payment): void {
    if (isFinal(payment)) return
    payment.status = 'IN_PROCESS'
    this.ledger.index(payment)
  }

  /** The platform reverses a capture by itself. */
  reverse(payment: Payment): void {
    this.capture(payment)
    this.#giveBack(payment, payment.amountMinor - payment.refundedMinor)
    this.#end(payment, 'FAILED', 'REFUSED')
  }

  /** The same refund is made once, however often it is requested. It is undefined when another amount was requested. */
  refund(payment: Payment, { refundId, amountMinor }: RefundRequest): RefundStatus | undefined {
    const known = Object.hasOwn(payment.refunds, refundId) ? payment.refunds[refundId] : undefined
    if (known && known.amountMinor !== amountMinor) return undefined
    if (known?.status === 'SUCCESS') return known.status
    const status = this.#refundStatus(payment, amountMinor)
    // A failed refund may be requested again.
    if (status !== 'FAILED') payment.refunds[refundId] = { amountMinor, status }
    if (status === 'SUCCESS') this.#giveBack(payment, amountMinor)
    return status
  }

  restore(payments: readonly Payment[]): void {
    this.ledger.restore(payments)
    this.#serial = this.ledger.captures().length
  }

  #refundStatus({ status, amountMinor, refundedMinor }: Payment, wantedMinor: number): RefundStatus {
    if (status !== 'SUCCESS' || wantedMinor > amountMinor - refundedMinor) return 'FAILED'
    const statuses = { done: 'SUCCESS', in_process: 'IN_PROCESS', refused: 'FAILED' } as const
    return statuses[this.#options.settings.refunds]
  }

  #giveBack(payment: Payment, minor: number): void {
    this.#pay(payment, minor)
    payment.refundedMinor += minor
    payment.refundedAtMs = this.#options.now().getTime()
  }

  #pay({ brand, msisdn }: Payment, minor: number): void {
    const wallet = this.#options.wallets.find(brand, msisdn)
    if (wallet) wallet.balanceMinor += minor
  }

  #end(payment: Payment, status: PaymentStatus, reason?: Reason): void {
    payment.status = status
    payment.reason = reason
    payment.nonce = undefined
    payment.completedAtMs = this.#options.now().getTime()
    this.ledger.index(payment)
    this.#options.ended(payment)
  }
}

const captureOf = ({ id, walletReference, completedAtMs = 0, ...payment }: Payment) =>
  walletReference === undefined
    ? undefined
    : {
        reference: id,
        providerReference: walletReference,
        amountMinor: payment.amountMinor,
        currency: payment.currency,
        payer: payment.msisdn,
        refundedMinor: payment.refundedMinor,
        refundedAt: payment.refundedAtMs === undefined ? undefined : new Date(payment.refundedAtMs).toISOString(),
        at: new Date(completedAtMs).toISOString(),
      }
