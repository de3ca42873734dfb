import { randomBytes, randomInt } from 'node:crypto'
import type { BrandId, Settings } from './wallets.ts'

const otpTries = 5
const lifeMs = 300_000
const dayMs = 86_400_000

export interface Otp {
  readonly refId: string
  readonly brand: BrandId
  readonly msisdn: string
  code: string
  expiresAtMs: number
  triesLeft: number
}

export type Verification =
  | { readonly outcome: 'verified' | 'exhausted' | 'void' }
  | { readonly outcome: 'wrong'; readonly triesLeft: number }

export const otpLifeSeconds = lifeMs / 1000

/** Sends six digits to the holder of a wallet, and verifies them. */
export class OtpService {
  readonly #now: () => Date
  readonly #settings: Settings
  readonly #otps = new Map<string, Otp>()
  /** The times at which each wallet last got codes that were never entered. */
  readonly #sentAtMs = new Map<string, readonly number[]>()

  constructor(now: () => Date, settings: Settings) {
    this.#now = now
    this.#settings = settings
  }

  /** Undefined when it is too soon, or when there were too many today. */
  send(brand: BrandId, msisdn: string): Otp | undefined {
    const otp = { refId: randomBytes(12).toString('base64url'), brand, msisdn, triesLeft: otpTries }
    return this.#issue({ ...otp, code: '', expiresAtMs: 0 })
  }

  find(refId: string): Otp | undefined {
    return this.#otps.get(refId)
  }

  /** Sends another code under the same reference; tries accumulate. */
  resend(otp: Otp): Otp | undefined {
    return this.#issue(otp)
  }

  verify(otp: Otp, code: string): Verification {
    if (otp.triesLeft === 0) return { outcome: 'exhausted' }
    if (this.#now().getTime() >= otp.expiresAtMs) return { outcome: 'void' }
    if (otp.code === code) {
      this.#otps.delete(otp.refId)
      this.#sentAtMs.delete(walletOf(otp))
      return { outcome: 'verified' }
    }
    otp.triesLeft -= 1
    return otp.triesLeft === 0 ? { outcome: 'exhausted' } : { outcome: 'wrong', triesLeft: otp.triesLeft }
  }

  clear(): void {
    this.#otps.clear()
    this.#sentAtMs.clear()
  }

  #issue(otp: Otp): Otp | undefined {
    const nowMs = this.#now().getTime()
    const sent = (this.#sentAtMs.get(walletOf(otp)) ?? []).filter((at) => at > nowMs - dayMs)
    const { resendAfterMs, codesPerDay } = this.#settings
    if (sent.length >= codesPerDay || nowMs < (sent.at(-1) ?? 0) + resendAfterMs) return undefined
    this.#sentAtMs.set(walletOf(otp), [...sent, nowMs])
    otp.code = String(randomInt(1_000_000)).padStart(6, '0')
    otp.expiresAtMs = nowMs + lifeMs
    this.#otps.set(otp.refId, otp)
    return otp
  }
}

const walletOf = ({ brand, msisdn }: Otp): string => `${brand} ${msisdn}`
