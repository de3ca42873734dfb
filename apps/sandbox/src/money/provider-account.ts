import type { CodeName } from './codes.ts'
import { type Collection, isWaiting, type Payment, type PaymentStatus } from './payment.ts'
import type { Wallets } from './wallets.ts'

/** Every payment that was ever asked for, found by each of its names without a search. */
class PaymentBook {
  readonly #byId = new Map<string, Payment>()
  readonly #byMoneyId = new Map<string, Payment>()
  readonly #waitingByMsisdn = new Map<string, Set<Payment>>()
  readonly #waiting = new Set<Payment>()
  #serial = 0

  add(payment: Payment): void {
    this.#byId.set(payment.id, payment)
    if (payment.moneyId !== undefined) {
      this.#byMoneyId.set(payment.moneyId, payment)
      this.#serial += 1
    }
    if (isWaiting(payment)) this.#await(payment)
  }

  byId(id: string): Payment | undefined {
    return this.#byId.get(id)
  }

  byMoneyId(moneyId: string): Payment | undefined {
    return this.#byMoneyId.get(moneyId)
  }

  /** Goes on after a reset, because merchants never forget a number. */
  nextSerial(): number {
    this.#serial += 1
    return this.#serial
  }

  waitingOf(msisdn: string): readonly Payment[] {
    return [...(this.#waitingByMsisdn.get(msisdn) ?? [])]
  }

  waiting(): Iterable<Payment> {
    return this.#waiting
  }

  /** To be called when the status of a payment has moved. */
  index(payment: Payment): void {
    if (payment.moneyId !== undefined) this.#byMoneyId.set(payment.moneyId, payment)
    if (isWaiting(payment)) return
    this.#waiting.delete(payment)
    const ofNumber = this.#waitingByMsisdn.get(payment.msisdn)
    ofNumber?.delete(payment)
    if (ofNumber?.size === 0) this.#waitingByMsisdn.delete(payment.msisdn)
  }

  captured(): readonly Payment[] {
    return [...this.#byMoneyId.values()]
  }

  all(): readonly Payment[] {
    return [...this.#byId.values()]
  }

  clear(): void {
    for (const index of [this.#byId, this.#byMoneyId, this.#waitingByMsisdn, this.#waiting]) index.clear()
  }

  #await(payment: Payment): void {
    this.#waiting.add(payment)
    const ofNumber = this.#waitingByMsisdn.get(payment.msisdn)
    if (ofNumber) ofNumber.add(payment)
    else this.#waitingByMsisdn.set(payment.msisdn, new Set([payment]))
  }
}

export interface AccountOptions {
  readonly now: () => Date
  readonly wallets: Wallets
  /** Read at each prompt, so that the panel can change it. */
  readonly promptMs: () => number
  /** The status has moved, with or without a request. */
  readonly moved: (payment: Payment) => void
}

/** Where wallets pay: asks for the PIN, takes the money, gives it back. */
export class ProviderAccount {
  readonly #options: AccountOptions
  readonly book = new PaymentBook()

  constructor(options: AccountOptions) {
    this.#options = options
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
    this.book.add(payment)
    return payment
  }

  /** The payment as it stands now: a prompt that nobody answered in time is over. */
  find(id: string): Payment | undefined {
    const payment = this.book.byId(id)
    return payment && this.#expired(payment)
  }

  findPrompt(id: string): Payment | undefined {
    const payment = this.find(id)
    return payment && isWaiting(payment) ? payment : undefined
  }

  promptsOf(msisdn: string): readonly Payment[] {
    return this.book.waitingOf(msisdn).filter((payment) => isWaiting(this.#expired(payment)))
  }

  prompts(): readonly Payment[] {
    return [...this.book.waiting()].filter((payment) => isWaiting(this.#expired(payment)))
  }

  /** What becomes of a prompt whose PIN was typed. */
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

  /** Takes the money, also long after the merchant was told that it had failed. */
  capture(payment: Payment): void {
    if (payment.moneyId !== undefined) return
    const now = this.#options.now()
    this.#pay(payment, -payment.amountMinor)
    payment.moneyId = moneyIdOf(now, this.book.nextSerial())
    payment.capturedAtMs = now.getTime()
    this.#move(payment, 'TS', 'in_process')
  }

  fail(payment: Payment, code: CodeName): void {
    if (payment.moneyId === undefined) this.#move(payment, 'TF', code)
  }

  /** Neither the merchant nor we know. */
  doubt(payment: Payment): void {
    if (payment.moneyId === undefined) this.#move(payment, 'TA', 'ambiguous')
  }

  expire(payment: Payment): void {
    if (payment.moneyId === undefined) this.#move(payment, 'TE', 'expired')
  }

  /** The network takes a success back. */
  reverse(payment: Payment): boolean {
    if (!this.refund(payment)) return false
    this.#move(payment, 'TF', 'not_honoured')
    return true
  }

  /** Whole or not at all, and once. */
  refund(payment: Payment): boolean {
    if (payment.moneyId === undefined || payment.refundedMinor > 0) return false
    this.#pay(payment, payment.amountMinor)
    payment.refundedMinor = payment.amountMinor
    return true
  }

  #pay({ msisdn }: Payment, minor: number): void {
    const wallet = this.#options.wallets.find(msisdn)
    if (wallet) wallet.balanceMinor += minor
  }

  #expired(payment: Payment): Payment {
    if (isWaiting(payment) && this.#options.now().getTime() >= payment.expiresAtMs) this.expire(payment)
    return payment
  }

  #move(payment: Payment, status: PaymentStatus, code: CodeName): void {
    payment.status = status
    payment.code = code
    this.book.index(payment)
    this.#options.moved(payment)
  }
}

/** `MP210603.1234.L06941`: the day, the minute and a running number. */
function moneyIdOf(at: Date, serial: number): string {
  const [day = '', time = ''] = at.toISOString().split('T')
  return `MP${day.slice(2).replaceAll('-', '')}.${time.slice(0, 5).replace(':', '')}.L${String(serial).padStart(5, '0')}`
}
