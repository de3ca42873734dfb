import type { OtpLimits } from '@nyanja/domain/otp'
import { z } from 'zod'
import type { CodeSecrets } from './code-secrets.ts'
import { type CodeCheck, type NotSent, type WalletRefused, wrongCode } from './code-text.ts'
import type { CodeStore, OneTimeCode, OtpPurpose, Proven } from './one-time-code.ts'

/**
 * The consent of a wallet's holder to one payment: obtained by a code, and valid for minutes. It never leaves the
 * server.
 */
export interface WalletConsent {
  readonly token: string
  /** The time in epoch milliseconds. */
  readonly expiresAt: number
}

interface WithMessage {
  /** The wallet's own text for the customer, where it has any. */
  readonly message?: string
}

export type WalletCodeSent =
  | { readonly outcome: 'sent'; readonly refId: string }
  | ({ readonly outcome: 'no_wallet' | 'limit_reached' | 'attempts_exhausted' | 'refused' } & WithMessage)

export type WalletCodeVerified =
  | { readonly outcome: 'verified'; readonly consent: WalletConsent }
  | { readonly outcome: 'wrong_otp'; readonly attemptsLeft: number }
  /** The reference is no longer valid. */
  | ({ readonly outcome: 'attempts_exhausted' | 'refused' } & WithMessage)

interface TypedCode {
  readonly refId: string
  readonly otp: string
  /** The national digits of the wallet. */
  readonly msisdn: string
}

/** Codes that a wallet sends to its holder and verifies itself. It counts the tries as well. */
export interface WalletCodes {
  send(msisdn: string): Promise<WalletCodeSent>
  /** Sends another code under the same reference. */
  resend(refId: string): Promise<WalletCodeSent>
  verify(code: TypedCode): Promise<WalletCodeVerified>
}

interface WalletServiceOptions {
  readonly store: Pick<CodeStore, 'sentByWallet'>
  readonly secrets: Pick<CodeSecrets, 'seal' | 'open'>
  readonly limits: Pick<OtpLimits, 'tries' | 'proofLifeMs'>
  readonly wallets: Readonly<Partial<Record<OtpPurpose, WalletCodes>>>
  readonly now: () => number
}

const Consent = z.object({ token: z.string(), expiresAt: z.number() })

type Refused = WalletRefused | NotSent

/** Handles codes that a wallet creates, sends and verifies. */
export class WalletService {
  readonly #options: WalletServiceOptions

  constructor(options: WalletServiceOptions) {
    this.#options = options
  }

  serves({ purpose }: Pick<OneTimeCode, 'purpose'>): boolean {
    return this.#options.wallets[purpose] !== undefined
  }

  /** Returns undefined when the code was sent. */
  async send({ id, purpose, msisdn, walletRef }: OneTimeCode): Promise<Refused | undefined> {
    const { wallets, store } = this.#options
    const wallet = wallets[purpose]
    const sent = await (walletRef === undefined ? wallet?.send(msisdn) : wallet?.resend(walletRef))
    if (sent?.outcome !== 'sent') return refusalOf(sent ?? { outcome: 'refused' })
    await store.sentByWallet(id, sent.refId)
    return undefined
  }

  /** The wallet counts the tries of its own codes, and may have fewer left than the portal. */
  async check({ id, purpose, msisdn, walletRef, tries }: OneTimeCode, otp: string): Promise<CodeCheck> {
    const { wallets, secrets, limits, now } = this.#options
    const wallet = wallets[purpose]
    if (wallet === undefined || walletRef === undefined) return { outcome: 'expired' }
    const verified = await wallet.verify({ refId: walletRef, otp, msisdn })
    switch (verified.outcome) {
      case 'verified': {
        const { consent } = verified
        const expiresAt = Math.min(consent.expiresAt, now() + limits.proofLifeMs)
        return { outcome: 'right', expiresAt, sealedConsent: secrets.seal(JSON.stringify(consent), id) }
      }
      case 'wrong_otp':
        return wrongCode(Math.min(verified.attemptsLeft, limits.tries - tries))
      case 'attempts_exhausted':
        return { outcome: 'attempts_exhausted' }
      case 'refused':
        return { outcome: 'expired' }
    }
  }

  consentIn({ id, sealedConsent }: Proven): WalletConsent | undefined {
    return sealedConsent === undefined
      ? undefined
      : Consent.parse(JSON.parse(this.#options.secrets.open(sealedConsent, id)))
  }
}

function refusalOf(sent: Exclude<WalletCodeSent, { outcome: 'sent' }>): Refused {
  switch (sent.outcome) {
    case 'limit_reached':
      return { outcome: 'limit_reached' }
    case 'no_wallet':
      return { outcome: 'no_wallet', ...textsOf(sent) }
    case 'attempts_exhausted':
    case 'refused':
      return { outcome: 'wallet_refused', ...textsOf(sent) }
  }
}

const textsOf = ({ message }: { readonly message?: string }) => (message === undefined ? {} : { message })
