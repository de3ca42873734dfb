import type {
  PinEntry,
  PinResult,
  PinStart,
  PinWallet,
  SealedPin,
  WalletConsent,
  WalletPaymentRequest,
} from '@nyanja/server/payments/pin/pin-wallet'
import type { Consents } from './consents.ts'
import { type InjectedFaults, type Oddity, overNetwork } from './injected-faults.ts'
import { type Entry, end, type Provider } from './provider.ts'

export interface PinWalletSimulatorOptions {
  readonly provider: Provider
  readonly injectedFaults: InjectedFaults
  readonly consents: Consents
  readonly now: () => number
  /** Receives violations of the wallet's contract by the portal. */
  readonly failed: (what: string) => void
}

interface Tries {
  left: number
  lockedUntil: number
}

export type Digits = 'right' | 'wrong'

const triesOfAll = 5
/** The lifetimes of the ids of a payment, and of a key for one PIN of it. */
const walletLifeMs = 600_000
const keyLifeMs = 180_000
const lockedForMs = 3_600_000

/** The wallet's API: it issues the encryption keys for PINs, and receives the PINs. */
export class PinWalletSimulator {
  readonly #options: PinWalletSimulatorOptions
  readonly #tries = new Map<string, Tries>()
  /** Unused ones, and until when each is valid. */
  readonly #nonces = new Map<string, number>()
  readonly #arrived = new Set<string>()
  #keys = 0
  #sealings = 0

  constructor(options: PinWalletSimulatorOptions) {
    this.#options = options
  }

  /** Encrypts as browsers do: no two results are the same. */
  seal({ walletTransactionId, nonce }: PinEntry, digits: Digits): string {
    this.#sealings += 1
    return [this.#sealings, walletTransactionId, nonce, digits].join(' ')
  }

  get wallet(): PinWallet {
    const { injectedFaults } = this.#options
    return {
      start: (request, consent) =>
        overNetwork(injectedFaults, 'start', request.id, () => this.#start(request, consent)),
      submitPin: (pin, consent) => overNetwork(injectedFaults, 'submitPin', pin.id, () => this.#takeIn(pin, consent)),
    }
  }

  #happens(oddity: Oddity, { id }: Pick<Entry, 'id'>): boolean {
    return this.#options.injectedFaults.happens(oddity, id)
  }

  #start(request: WalletPaymentRequest, consent: WalletConsent): PinStart {
    const { provider } = this.#options
    const { id, payerMsisdn } = request
    if (!this.#agreesTo(request, consent)) return { outcome: 'consent_needed' }
    if (!this.#options.consents.isFor(consent, request.amount))
      this.#options.failed(`${id}: the wallet is asked for another amount than its holder was shown`)
    const known = provider.records.get(id)
    if (known === undefined && this.#happens('startRefused', request)) return provider.refusing(id, 'invalid_user')
    const entry = known ?? provider.open(request, this.#options.now() + walletLifeMs)
    const standing = this.#standingOf(entry)
    if (standing !== undefined) return standing
    if (this.#isLocked(payerMsisdn)) return this.#lock(entry)
    return { outcome: 'pin_wanted', entry: this.#newKey(id), attemptsLeft: this.#triesOf(payerMsisdn).left }
  }

  #takeIn({ id, walletTransactionId, sealed }: SealedPin, consent: WalletConsent): PinResult {
    const { provider, failed } = this.#options
    if (this.#arrived.has(sealed)) failed(`${id}: a PIN is sent twice`)
    this.#arrived.add(sealed)
    const entry = provider.records.get(id)
    if (entry === undefined || walletTransactionId !== transactionOf(id)) return { outcome: 'pin_unusable' }
    if (!this.#agreesTo(entry, consent)) return { outcome: 'consent_needed' }
    if (entry.pin === 'in') failed(`${id}: a PIN is sent though the wallet has one`)
    return this.#standingOf(entry) ?? this.#try(entry, sealed)
  }

  #try(entry: Entry, sealed: string): PinResult {
    const [, transaction, nonce = '', digits] = sealed.split(' ')
    const until = this.#nonces.get(nonce) ?? 0
    if (transaction !== transactionOf(entry.id) || this.#options.now() > until) return { outcome: 'pin_unusable' }
    this.#nonces.delete(nonce)
    return digits === 'right' ? this.#accept(entry) : this.#countWrong(entry)
  }

  #accept(entry: Entry): PinResult {
    const { provider } = this.#options
    this.#tries.delete(entry.payerMsisdn)
    if (this.#happens('pinRefused', entry)) {
      end(entry, 'insufficient_funds')
      return provider.refusing(entry.id, 'insufficient_funds')
    }
    entry.pin = 'in'
    if (this.#happens('pinUntrue', entry)) {
      entry.mustCallBack = true
      return provider.refusing(entry.id, 'refused')
    }
    if (!this.#happens('pinWaits', entry)) provider.take(entry.id)
    return { outcome: 'processing' }
  }

  #countWrong(entry: Entry): PinResult {
    const { provider, now } = this.#options
    const mine = this.#triesOf(entry.payerMsisdn)
    this.#tries.set(entry.payerMsisdn, mine)
    mine.left -= 1
    if (mine.left === 0) {
      mine.lockedUntil = now() + lockedForMs
      return this.#lock(entry)
    }
    const wrong = { outcome: 'wrong_pin', attemptsLeft: mine.left } as const
    return provider.kind.givesNextKey ? { ...wrong, entry: this.#newKey(entry.id) } : wrong
  }

  #lock(entry: Entry): { readonly outcome: 'wallet_locked' } {
    end(entry, 'wrong_pin')
    this.#options.provider.refusing(entry.id, 'wrong_pin')
    return { outcome: 'wallet_locked' }
  }

  /** Undefined while a PIN is expected. */
  #standingOf(entry: Entry) {
    const { provider, now } = this.#options
    if (entry.pin === 'in') return { outcome: 'processing' } as const
    if (entry.state === 'open' && now() > entry.closesAt) end(entry, 'expired')
    return entry.state === 'refused' ? provider.refusing(entry.id, entry.reason) : undefined
  }

  /** A token of another person must never reach the wallet. */
  #agreesTo({ id, payerMsisdn: msisdn }: Pick<Entry, 'id' | 'payerMsisdn'>, consent: WalletConsent): boolean {
    const standing = this.#options.consents.standingOf(consent, { id, msisdn })
    if (standing === 'stranger') this.#options.failed(`${id}: another person agrees for the wallet`)
    return standing === 'good' && !this.#happens('consentLapsed', { id })
  }

  #triesOf(msisdn: string): Tries {
    const mine = this.#tries.get(msisdn)
    const isFresh = mine === undefined || (mine.left === 0 && this.#options.now() > mine.lockedUntil)
    return isFresh ? { left: triesOfAll, lockedUntil: 0 } : mine
  }

  #isLocked(msisdn: string): boolean {
    return this.#triesOf(msisdn).left === 0
  }

  #newKey(id: string): PinEntry {
    this.#keys += 1
    const nonce = `nonce-${this.#keys}`
    const until = this.#options.now() + keyLifeMs
    this.#nonces.set(nonce, until)
    return { walletTransactionId: transactionOf(id), keyId: '2026-1', publicKey: 'a2V5', nonce, expiresAt: until }
  }
}

const transactionOf = (id: string) => `T-${id}`
