import { type Holding, KnownWallets } from '../core/known-wallets.ts'
import { demoNumber, type Market } from '../core/market.ts'
import { PaymentLedger } from '../core/payment-ledger.ts'
import type { CodeName } from './codes.ts'

/** The codes on the wire mean in progress, ambiguous, success, failed and expired. */
export type PaymentStatus = 'TIP' | 'TA' | 'TS' | 'TF' | 'TE'

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
  /** The id is issued with the capture, and never removed. */
  moneyId: string | undefined
  capturedAtMs: number
  refundedMinor: number
  refundedAtMs?: number
}

const isWaiting = ({ status }: Payment): boolean => status === 'TIP'

interface AccountOptions {
  readonly now: () => Date
  readonly wallets: Wallets
  /** The function is called at each prompt, so that the panel can change the settings. */
  readonly promptMs: () => number
  /** The status has changed, with or without a request. */
  readonly moved: (payment: Payment) => void
}

/** The codes of payments that failed; all others are `TF`. */
const failedStatus: Readonly<Partial<Record<CodeName, PaymentStatus>>> = { ambiguous: 'TA', expired: 'TE' }

/** The account of the merchant: requests the PIN, captures and refunds. */
export class ProviderAccount {
  readonly #options: AccountOptions
  /** Continues after a reset, because merchants store the numbers. */
  #serial = 0
  readonly ledger: PaymentLedger<Payment, 'id' | 'moneyId'>

  constructor(options: AccountOptions) {
    this.#options = options
    this.ledger = new PaymentLedger({
      provider: 'money',
      namesOf: ({ id, moneyId }) => ({ id, moneyId }),
      captureOf,
      isReversed: ({ refundedMinor }) => refundedMinor > 0,
      expiry: {
        now: options.now,
        isWaiting,
        expiresAtMs: ({ expiresAtMs }) => expiresAtMs,
        expire: (payment) => this.fail(payment, 'expired'),
      },
    })
  }

  ask(collection: Collection): Payment {
    const askedAtMs = this.#options.now().getTime()
    const payment: Payment = {
      ...collection,
      askedAtMs,
      expiresAtMs: askedAtMs + this.#options.promptMs(),
      status: 'TIP',
      code: 'in_process',
      moneyId: undefined,
      capturedAtMs: 0,
      refundedMinor: 0,
    }
    return this.ledger.add(payment)
  }

  find(id: string): Payment | undefined {
    const payment = this.ledger.find('id', id)
    return payment && this.ledger.refresh(payment)
  }

  restore(payments: readonly Payment[]): void {
    this.ledger.restore(payments)
    this.#serial += this.ledger.captures().length
  }

  /** Applies the outcome of a prompt whose PIN was entered. */
  approve(payment: Payment, pin: string): void {
    const wallet = this.#options.wallets.find(payment.msisdn)
    const refusals: readonly (readonly [boolean, CodeName])[] = [
      [wallet === undefined, 'no_such_wallet'],
      [wallet?.isBarred === true, 'barred'],
      [wallet?.pin !== pin, 'wrong_pin'],
      [(wallet?.balanceMinor ?? 0) < payment.amountMinor, 'no_balance'],
    ]
    const refusal = refusals.find(([isMet]) => isMet)?.[1]
    if (refusal) this.fail(payment, refusal)
    else this.capture(payment)
  }

  /** Captures the money, also long after it was reported as failed. */
  capture(payment: Payment): void {
    if (payment.moneyId !== undefined) return
    const now = this.#options.now()
    this.#options.wallets.pay(payment.msisdn, -payment.amountMinor)
    this.#serial += 1
    payment.moneyId = moneyIdOf(now, this.#serial)
    payment.capturedAtMs = now.getTime()
    this.#move(payment, 'TS', 'in_process')
  }

  /** Takes no money; `ambiguous` is unknown to both the merchant and the provider. */
  fail(payment: Payment, code: CodeName): void {
    if (payment.moneyId === undefined) this.#move(payment, failedStatus[code] ?? 'TF', code)
  }

  /** The network reverses a capture. */
  reverse(payment: Payment): boolean {
    if (!this.refund(payment)) return false
    this.#move(payment, 'TF', 'not_honoured')
    return true
  }

  /** A refund is for the whole amount, and is possible once. */
  refund(payment: Payment): boolean {
    if (payment.moneyId === undefined || payment.refundedMinor > 0) return false
    this.#options.wallets.pay(payment.msisdn, payment.amountMinor)
    payment.refundedMinor = payment.amountMinor
    payment.refundedAtMs = this.#options.now().getTime()
    return true
  }

  #move(payment: Payment, status: PaymentStatus, code: CodeName): void {
    payment.status = status
    payment.code = code
    this.ledger.index(payment)
    this.#options.moved(payment)
  }
}

/** Makes an id such as `MP210603.1234.L06941`: the day, the minute and a serial number. */
function moneyIdOf(at: Date, serial: number): string {
  const [day = '', time = ''] = at.toISOString().split('T')
  return `MP${day.slice(2).replaceAll('-', '')}.${time.slice(0, 5).replace(':', '')}.L${String(serial).padStart(5, '0')}`
}

const captureOf = ({ id, moneyId, capturedAtMs, ...payment }: Payment) =>
  moneyId === undefined
    ? undefined
    : {
        reference: id,
        providerReference: moneyId,
        amountMinor: payment.amountMinor,
        currency: payment.currency,
        payer: payment.msisdn,
        refundedMinor: payment.refundedMinor,
        ...(payment.refundedAtMs !== undefined && { refundedAt: new Date(payment.refundedAtMs).toISOString() }),
        ...(payment.refundedMinor > 0 && payment.status === 'TF' && { isReversed: true }),
        at: new Date(capturedAtMs).toISOString(),
      }

export interface Wallet extends Holding {
  readonly firstName: string
  readonly lastName: string
  readonly pin: string
  isBarred: boolean
}

const poorMinor = 2_000
/** The initial balance of most wallets, in any currency of the market: a wallet has one balance here. */
const usualMinor: Readonly<Record<string, number>> = { CD: 50_000_000 }

const firstNames = ['Chisomo', 'Thokozani', 'Mphatso', 'Limbani', 'Tadala', 'Kondwani', 'Alinafe', 'Yamikani'] as const
const lastNames = ['Banda', 'Phiri', 'Mwale', 'Chirwa', 'Nyirenda', 'Gondwe', 'Kachale'] as const

export type Wallets = KnownWallets<Wallet>

export const walletsWith = (market: Market, walletMinor = usualMinor[market.country] ?? 9_000_000): Wallets => {
  const [poor, withoutWallet, barred] = [30, 31, 32].map((last) => demoNumber(market, last))
  return new KnownWallets({
    openingMinor(msisdn) {
      if (!msisdn.startsWith(market.numbers) || msisdn.length !== 9 || msisdn === withoutWallet) return undefined
      return msisdn === poor ? poorMinor : walletMinor
    },
    make(msisdn, balanceMinor) {
      const number = Number(msisdn)
      return {
        msisdn,
        firstName: firstNames[number % firstNames.length] ?? '',
        lastName: lastNames[number % lastNames.length] ?? '',
        pin: '1234',
        balanceMinor,
        isBarred: msisdn === barred,
      }
    },
  })
}
