import { PaymentLedger } from '../core/payment-ledger.ts'
import { type CodeName, newConversationId, newTransactionId, type Wallets } from './codes.ts'
/** The codes on the wire; `N/A` means unknown yet. */
export type PaymentStatus = 'N/A' | 'Completed' | 'Cancelled' | 'Expired'

export interface Collection {
  /** Queries about the payment use the merchant's conversation id. */
  readonly id: string
  /** The short reference that the payer sees. */
  readonly reference: string
  readonly items: string
  /** The international digits of the number. */
  readonly msisdn: string
  readonly amountMinor: number
  readonly currency: string
}

interface Reversal {
  readonly id: string
  readonly transactionId: string
  readonly minor: number
  readonly at?: string
}

export interface Payment extends Collection {
  /** The provider's id of the conversation: `AG_20261120_0000...`. */
  readonly conversationId: string
  readonly askedAtMs: number
  readonly expiresAtMs: number
  status: PaymentStatus
  /** The outcome; absent while the prompt is open. */
  code?: CodeName
  /** The id is issued with the capture, and never removed. */
  transactionId?: string
  capturedAtMs: number
  reversals: readonly Reversal[]
}

const isWaiting = ({ code }: Payment): boolean => code === undefined

export const refundedMinor = ({ reversals }: Pick<Payment, 'reversals'>): number =>
  reversals.reduce((total, { minor }) => total + minor, 0)

interface AccountOptions {
  readonly now: () => Date
  readonly wallets: Wallets
  /** The function is called at each prompt, so that the panel can change the settings. */
  readonly promptMs: () => number
  /** The status has changed, with or without a request. */
  readonly moved: (payment: Payment) => void
}

/** The codes of payments that failed; all others are `Cancelled`. */
const failedStatus: Readonly<Partial<Record<CodeName, PaymentStatus>>> = { internal_error: 'N/A', timed_out: 'Expired' }

/** The account of the merchant: requests the PIN, captures and refunds. */
export class ProviderAccount {
  readonly #options: AccountOptions
  readonly #watchers = new Map<Payment, () => void>()
  readonly ledger: PaymentLedger<Payment, 'id' | 'any'>

  constructor(options: AccountOptions) {
    this.#options = options
    this.ledger = new PaymentLedger({
      provider: 'mpesa',
      namesOf: ({ id, conversationId, transactionId, reversals }) => ({
        id,
        any: [id, conversationId, ...[transactionId ?? []].flat(), ...reversals.flatMap(namesOfReversal)],
      }),
      captureOf,
      expiry: {
        now: options.now,
        isWaiting,
        expiresAtMs: ({ expiresAtMs }) => expiresAtMs,
        expire: (payment) => this.fail(payment, 'timed_out'),
      },
    })
  }

  ask(collection: Collection): Payment {
    const now = this.#options.now()
    const payment: Payment = {
      ...collection,
      conversationId: newConversationId(now),
      askedAtMs: now.getTime(),
      expiresAtMs: now.getTime() + this.#options.promptMs(),
      status: 'N/A',
      capturedAtMs: 0,
      reversals: [],
    }
    return this.ledger.add(payment)
  }

  /** Resolves when the payer has acted, or the prompt has expired. */
  async answerTo(payment: Payment): Promise<void> {
    if (!isWaiting(payment)) return
    const timeoutsMs = payment.expiresAtMs - this.#options.now().getTime()
    const timer = setTimeout(() => this.ledger.refresh(payment), Math.max(0, timeoutsMs)).unref()
    await new Promise<void>((resolve) => this.#watchers.set(payment, resolve))
    clearTimeout(timer)
  }

  find(id: string): Payment | undefined {
    const payment = this.ledger.find('id', id)
    return payment && this.ledger.refresh(payment)
  }

  /** Applies the outcome of a prompt whose PIN was entered. */
  approve(payment: Payment, pin: string): void {
    const wallet = this.#options.wallets.find(payment.msisdn)
    if (wallet?.pin !== pin) this.fail(payment, 'failed')
    else if (wallet.balanceMinor < payment.amountMinor) this.fail(payment, 'no_balance')
    else this.capture(payment)
  }

  /** Captures the money, also long after it was reported as failed. */
  capture(payment: Payment): void {
    if (payment.transactionId !== undefined) return
    this.#options.wallets.pay(payment.msisdn, -payment.amountMinor)
    payment.transactionId = newTransactionId()
    payment.capturedAtMs = this.#options.now().getTime()
    this.#move(payment, 'Completed', 'processed')
  }

  /** Takes no money; `internal_error` is unknown to both the merchant and the provider. */
  fail(payment: Payment, code: CodeName): void {
    if (payment.transactionId === undefined) this.#move(payment, failedStatus[code] ?? 'Cancelled', code)
  }

  /** False means that the remaining amount is too small. */
  reverse(payment: Payment, { id, minor }: { readonly id: string; readonly minor: number }): boolean {
    const leftMinor = payment.transactionId === undefined ? 0 : payment.amountMinor - refundedMinor(payment)
    if (minor > leftMinor || leftMinor === 0) return false
    this.#options.wallets.pay(payment.msisdn, minor)
    const at = this.#options.now().toISOString()
    payment.reversals = [...payment.reversals, { id, transactionId: newTransactionId(), minor, at }]
    this.ledger.index(payment)
    return true
  }

  clear(): void {
    this.ledger.clear()
    this.release()
  }

  /** Answers every call that still waits for the payer. */
  release(): void {
    for (const resolve of this.#watchers.values()) resolve()
    this.#watchers.clear()
  }

  #move(payment: Payment, status: PaymentStatus, code: CodeName): void {
    payment.status = status
    payment.code = code
    this.ledger.index(payment)
    this.#watchers.get(payment)?.()
    this.#watchers.delete(payment)
    this.#options.moved(payment)
  }
}

const namesOfReversal = ({ id, transactionId }: Reversal): readonly string[] => [id, transactionId]

/** Finds the reversal with this id; it is undefined when the id is the payment's own. */
export const findReversal = ({ reversals }: Payment, name: string): Reversal | undefined =>
  reversals.find((reversal) => namesOfReversal(reversal).includes(name))

const captureOf = ({ id, transactionId, capturedAtMs, ...payment }: Payment) =>
  transactionId === undefined
    ? undefined
    : {
        reference: id,
        providerReference: transactionId,
        amountMinor: payment.amountMinor,
        currency: payment.currency,
        payer: payment.msisdn,
        refundedMinor: refundedMinor(payment),
        refundedAt: payment.reversals.at(-1)?.at,
        at: new Date(capturedAtMs).toISOString(),
      }
