import { consentSubject, type Quote } from '@nyanja/domain/money/exchange'
import { isSameMoney } from '@nyanja/domain/money/money'
import { awaitsPin } from '@nyanja/domain/payments/payment-pages'
import { nextAttemptStates } from '@nyanja/domain/payments/payment-states'
import type { Attempt, AttemptStore, Method, PaymentReader } from '../attempt.ts'
import { computeCharge } from '../charge.ts'
import type { Notify } from '../due-work.ts'
import type { Order, PlacedOrder } from '../orders.ts'
import type { HandedOver, Reserved } from '../payment-results.ts'
import type { PayerProof, Payments } from '../payments.ts'
import { computeFirstCheckAt, getTimeLimit, nextCheckAt, pinAnswerMs } from '../status-checks.ts'
import type { PinEntry, PinResult, PinStart, PinWallet, WalletConsent } from './pin-wallet.ts'

/** A consent for this order, with its wallet and number. */
export interface ConsentGiven {
  readonly method: Method
  readonly msisdn: string
  readonly consent: WalletConsent
}

interface PinPaymentsOptions {
  readonly payments: Pick<Payments, 'reserve' | 'handOver' | 'requestOf' | 'isEligible'>
  readonly attempts: Pick<AttemptStore, 'waiting' | 'refuse' | 'pinSent' | 'pinReturned' | 'cancel'>
  readonly reader: Pick<PaymentReader, 'checkSoon'>
  readonly entries: PinEntries
  /** The wallets by gateway name. */
  readonly wallets: Readonly<Record<string, PinWallet>>
  readonly consentOf: (proof: PayerProof) => Promise<ConsentGiven | undefined>
  readonly now: () => number
  /** Notifies the worker of this process that the payment can be verified. */
  readonly notify: Notify
}

/** Proves the consent of a wallet's holder; the payment itself determines to what. */
type ConsentProof = Pick<PayerProof, 'uniqueCode'>

/** A conversion of the order: in another currency the charge is exactly what the payer was shown. */
interface PinPayer {
  readonly email?: string
  readonly quote?: Quote
}

interface PinWanted {
  readonly outcome: 'pin_wanted'
  readonly attempt: Attempt
  readonly entry: PinEntryKept
}

export type PinOutcome =
  | PinWanted
  /** With `missed` the PIN was encrypted too late or for something else. No try is spent. */
  | { readonly outcome: 'wrong_pin' | 'missed'; readonly attempt: Attempt; readonly entry: PinEntryKept }
  /** The outcome is shown on the payment's page. */
  | { readonly outcome: 'over'; readonly attempt: Attempt }
  /** With `consent_needed` the code must be entered first, or again. */
  | { readonly outcome: 'consent_needed' | 'order_ended' }

export type PinEntryReading =
  | { readonly outcome: 'entry'; readonly entry: PinEntryKept }
  | { readonly outcome: 'no_entry' | 'consent_needed' }

export type PinBegin =
  | PinOutcome
  | { readonly outcome: 'being_paid' }
  | Exclude<Reserved, { readonly attempt: Attempt }>

/** Takes money from a wallet whose PIN is entered on the portal's page and encrypted there for the wallet alone. */
export class PinPayments {
  readonly #options: PinPaymentsOptions

  constructor(options: PinPaymentsOptions) {
    this.#options = options
  }

  /** Also finds a payment whose start had no answer; the wallet takes nothing before it has a PIN. */
  async begin(order: Order, { uniqueCode }: ConsentProof, payer: PinPayer = {}): Promise<PinBegin> {
    const { payments, consentOf } = this.#options
    const proof = { uniqueCode, subject: consentSubject(order.id, payer.quote) }
    const given = await consentOf(proof)
    if (given === undefined) return { outcome: 'consent_needed' }
    const { method, msisdn: payerMsisdn, consent } = given
    const reserved = await payments.reserve(order, { ...payer, method, payerMsisdn, proof })
    if (reserved.outcome === 'already_processed') return { outcome: 'over', attempt: reserved.attempt }
    if (reserved.outcome !== 'reserved') return reserved
    const { attempt } = reserved
    // Another payment may have been first: no wallet may receive a consent to anything else.
    const isConsented = attempt.method === method && attempt.payerMsisdn === payerMsisdn
    if (!isConsented || !isSameMoney(attempt.amount, computeCharge(reserved.order, payer)))
      return { outcome: 'over', attempt }
    return this.#askForEntry(reserved.order, attempt, consent)
  }

  /** Returns what a page needs to encrypt a PIN. With `no_entry` the wallet must be asked for a new one. */
  async entryOf(attempt: Attempt, proof: ConsentProof): Promise<PinEntryReading> {
    const { entries, now } = this.#options
    if ((await this.#consentFor(attempt, proof)) === undefined) return { outcome: 'consent_needed' }
    const entry = await entries.entry(attempt.id)
    return entry === undefined || entry.expiresAt <= now() ? { outcome: 'no_entry' } : { outcome: 'entry', entry }
  }

  /** The intention is committed first: a PIN whose answer is lost is in flight until the wallet's result is known. */
  async submit(order: PlacedOrder, attempt: Attempt, proof: ConsentProof, pin: SealedPinTyped): Promise<PinOutcome> {
    const { attempts, wallets, now } = this.#options
    const consent = await this.#consentFor(attempt, proof)
    if (consent === undefined) return { outcome: 'consent_needed' }
    const { providerReference: walletTransactionId } = attempt
    const wallet = wallets[attempt.gateway]
    if (walletTransactionId === undefined || wallet === undefined) return { outcome: 'over', attempt }
    if (!awaitsPin(attempt)) return { outcome: 'over', attempt }
    if (await this.#isLeft(order, attempt)) return { outcome: 'order_ended' }

    const at = now()
    const sent: Attempt = { ...attempt, pinSentAt: at }
    if (!(await attempts.pinSent(attempt, { at, nextCheckAt: at + pinAnswerMs }))) return { outcome: 'over', attempt }
    const result = await wallet
      .submitPin({ id: attempt.id, walletTransactionId, ...pin }, consent)
      .catch((): PinResult => ({ outcome: 'processing' }))
    return this.#record(order, sent, consent, result)
  }

  /** Returns false once a PIN is in flight, since only the wallet knows then, and for a payment that is decided. */
  async cancel(attempt: Attempt): Promise<boolean> {
    const { attempts } = this.#options
    // No wallet knows of it yet.
    if (attempt.state === 'created') return attempts.refuse(attempt, { state: 'expired', reason: 'expired' })
    return nextAttemptStates[attempt.state].includes('refused') && attempts.cancel(attempt, getTimeLimit(attempt))
  }

  /** An attempt that is not due any more is left before any wallet takes money for it. */
  async #isLeft(order: PlacedOrder, attempt: Attempt): Promise<boolean> {
    return !(await this.#options.payments.isEligible(order)) && (await this.cancel(attempt))
  }

  async #consentFor(attempt: Attempt, { uniqueCode }: ConsentProof): Promise<WalletConsent | undefined> {
    const given = await this.#options.consentOf({ uniqueCode, subject: consentSubject(attempt.orderId, attempt.quote) })
    return given?.method === attempt.method && given.msisdn === attempt.payerMsisdn ? given.consent : undefined
  }

  async #askForEntry(order: PlacedOrder, attempt: Attempt, consent: WalletConsent): Promise<PinBegin> {
    // Another payment method is in use, or a PIN is in flight already.
    if (!awaitsPin(attempt)) return { outcome: 'over', attempt }
    const readAt = this.#options.now()
    if (await this.#isLeft(order, attempt)) return { outcome: 'order_ended' }
    const handed = await this.#handOver(order, attempt, readAt)
    if (handed.outcome === 'being_paid') return { outcome: handed.outcome }
    if (handed.outcome !== 'handed_over') return { outcome: 'over', attempt }
    const { attempt: begun } = handed
    const started = await this.#start(order, begun, consent)
    // Without an answer it is unknown whether the wallet received it, so the page offers a retry.
    return started === undefined ? { outcome: 'over', attempt: begun } : this.#recordStart(begun, started)
  }

  async #handOver(order: PlacedOrder, attempt: Attempt, readAt: number): Promise<HandedOver> {
    if (attempt.state !== 'created') return { outcome: 'handed_over', attempt }
    return this.#options.payments.handOver(order, attempt, readAt)
  }

  async #start(order: PlacedOrder, attempt: Attempt, consent: WalletConsent): Promise<PinStart | undefined> {
    const { payments, wallets } = this.#options
    return wallets[attempt.gateway]?.start(payments.requestOf(order, attempt), consent).catch(() => undefined)
  }

  async #recordStart(attempt: Attempt, started: PinStart): Promise<PinOutcome> {
    if (started.outcome !== 'pin_wanted') return this.#end(attempt, started)
    const { entries } = this.#options
    const { walletTransactionId } = started.entry
    const entry: PinEntryKept = { ...started.entry, attemptsLeft: started.attemptsLeft }
    if (!(await this.#isWaiting(attempt, walletTransactionId))) return { outcome: 'over', attempt }
    await entries.keep(attempt.id, entry)
    const waiting: Attempt = { ...attempt, state: 'waiting', providerReference: walletTransactionId }
    return { outcome: 'pin_wanted', attempt: waiting, entry }
  }

  async #isWaiting(attempt: Attempt, providerReference: string): Promise<boolean> {
    if (attempt.state === 'waiting') return true
    const { attempts, now } = this.#options
    return attempts.waiting(attempt, {
      providerReference,
      nextCheckAt: nextCheckAt(computeFirstCheckAt(attempt), now()) ?? now(),
    })
  }

  async #record(order: PlacedOrder, sent: Attempt, consent: WalletConsent, result: PinResult): Promise<PinOutcome> {
    if (result.outcome !== 'wrong_pin' && result.outcome !== 'pin_unusable') return this.#end(sent, result)
    const { attempts, entries } = this.#options
    await attempts.pinReturned(sent)
    const { pinSentAt: _, ...attempt } = sent
    const outcome = result.outcome === 'wrong_pin' ? 'wrong_pin' : 'missed'
    if (result.outcome === 'wrong_pin' && result.entry !== undefined) {
      const entry = { ...result.entry, attemptsLeft: result.attemptsLeft }
      await entries.keep(attempt.id, entry)
      return { outcome, attempt, entry }
    }
    const repeated = await this.#start(order, attempt, consent)
    if (repeated === undefined) return { outcome: 'over', attempt }
    const next = await this.#recordStart(attempt, repeated)
    return next.outcome === 'pin_wanted' ? { ...next, outcome } : next
  }

  /** Records definite endings; all others are left to verification. */
  async #end(attempt: Attempt, answer: Exclude<PinStart, { outcome: 'pin_wanted' }>): Promise<PinOutcome> {
    const { attempts, reader, now, notify } = this.#options
    switch (answer.outcome) {
      case 'wallet_locked':
      case 'refused': {
        const reason = answer.outcome === 'refused' ? answer.reason : 'wrong_pin'
        await attempts.refuse(attempt, { state: 'refused', reason, nextCheckAt: getTimeLimit(attempt) })
        return { outcome: 'over', attempt }
      }
      case 'consent_needed':
        await attempts.pinReturned(attempt)
        return { outcome: 'consent_needed' }
      case 'processing':
        await reader.checkSoon(attempt.id, now())
        notify(`settle ${attempt.gateway}`)
        return { outcome: 'over', attempt }
    }
  }
}

/** The PIN as encrypted by the browser. */
interface SealedPinTyped {
  readonly keyId: string
  readonly sealed: string
}

/** The data with which a page encrypts a PIN, and the remaining PIN tries. None of it is secret. */
export interface PinEntryKept extends PinEntry {
  readonly attemptsLeft: number
}

/** The last entry of each attempt, for pages that are reloaded. */
export interface PinEntries {
  entry(attemptId: string): Promise<PinEntryKept | undefined>
  keep(attemptId: string, entry: PinEntryKept): Promise<void>
}
