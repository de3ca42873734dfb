import { randomBytes } from 'node:crypto'
import { type Debit, isFinal, type Payment, type PaymentStatus, type Reason, type RefundStatus } from './payment.ts'
import type { Settings } from './settings.ts'
import type { Wallets } from './wallets.ts'

export interface AccountOptions {
  readonly now: () => Date
  readonly wallets: Wallets
  readonly settings: Settings
  /** A payment has come to an end. */
  readonly ended: (payment: Payment) => void
}

export interface RefundRequest {
  readonly refundId: string
  readonly amountMinor: number
}

/** Where wallets pay. */
export class ProviderAccount {
  readonly #options: AccountOptions
  readonly #payments = new Map<string, Payment>()
  #serial = 0

  constructor(options: AccountOptions) {
    this.#options = options
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
    this.#payments.set(payment.id, payment)
    return payment
  }

  /** As it stands now: one whose PIN did not come in time is over. */
  find(id: string): Payment | undefined {
    const payment = this.#payments.get(id)
    const isOver = payment?.status === 'PENDING_PIN' && this.#options.now().getTime() >= payment.expiresAtMs
    if (isOver) this.expire(payment)
    return payment
  }

  renewNonce(payment: Payment): string {
    const { now, settings } = this.#options
    const value = randomBytes(16).toString('base64url')
    payment.nonce = { value, expiresAtMs: now().getTime() + settings.nonceMs }
    return value
  }

  /** Takes the money, also after the merchant was told that the payment had failed. */
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

  /** The PIN was right, and the money is on its way or not. */
  doubt(payment: Payment): void {
    if (!isFinal(payment)) payment.status = 'IN_PROCESS'
  }

  /** The platform takes a success back by itself. */
  reverse(payment: Payment): void {
    this.capture(payment)
    this.#giveBack(payment, payment.amountMinor - payment.refundedMinor)
    this.#end(payment, 'FAILED', 'REFUSED')
  }

  /** The same refund is given once, however often it is asked for. Undefined: it was asked for with another amount. */
  refund(payment: Payment, { refundId, amountMinor }: RefundRequest): RefundStatus | undefined {
    const known = Object.hasOwn(payment.refunds, refundId) ? payment.refunds[refundId] : undefined
    if (known && known.amountMinor !== amountMinor) return undefined
    if (known?.status === 'SUCCESS') return known.status
    const status = this.#refundStatus(payment, amountMinor)
    // What failed may be asked for again.
    if (status !== 'FAILED') payment.refunds[refundId] = { amountMinor, status }
    if (status === 'SUCCESS') this.#giveBack(payment, amountMinor)
    return status
  }

  captured(): readonly Payment[] {
    return this.all().filter(({ walletReference }) => walletReference !== undefined)
  }

  all(): readonly Payment[] {
    return [...this.#payments.values()]
  }

  restore(payments: readonly Payment[]): void {
    this.clear()
    for (const payment of payments) this.#payments.set(payment.id, payment)
    this.#serial = this.captured().length
  }

  clear(): void {
    this.#payments.clear()
  }

  #refundStatus({ status, amountMinor, refundedMinor }: Payment, wantedMinor: number): RefundStatus {
    if (status !== 'SUCCESS' || wantedMinor > amountMinor - refundedMinor) return 'FAILED'
    const statuses = { done: 'SUCCESS', in_process: 'IN_PROCESS', refused: 'FAILED' } as const
    return statuses[this.#options.settings.refunds]
  }

  #giveBack(payment: Payment, minor: number): void {
    this.#pay(payment, minor)
    payment.refundedMinor += minor
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
    this.#options.ended(payment)
  }
}
