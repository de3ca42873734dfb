import { createHmac, randomInt } from 'node:crypto'
import { otpCount, otpOf } from '@nyanja/domain/otp'
import { z } from 'zod'
import { deriveKey, isSameSecret, open, openJson, seal } from '../common/seal.ts'
import type { OneTimeCode, OtpPurpose } from './one-time-code.ts'

/** The context of a digest: a code is valid with this id, in this round, for this number and subject only. */
export type Digested = Pick<OneTimeCode, 'id' | 'purpose' | 'msisdn' | 'subject' | 'sends'>

const TokenJson = z.object({
  /** The time at which the waiting began, which continues under a harder challenge. */
  id: z.string().max(40),
  level: z.int().min(1).max(100),
  values: z.record(z.string(), z.string()),
  askedAt: z.int(),
})

/** The request and its time. */
export type ChallengeToken = z.infer<typeof TokenJson>

const longestToken = 2_000

export function randomOtp(): string {
  return otpOf(randomInt(otpCount))
}

/** Handles all operations on codes that need the secret. Each use has a key of its own. */
export class CodeSecrets {
  readonly #codeKeyFor: (purpose: OtpPurpose) => Buffer
  readonly #proofKey: Buffer
  readonly #sealKey: Buffer
  readonly #tokenKey: Buffer
  readonly #workSecrets: { readonly challenge: string; readonly answer: string }

  constructor(secret: string) {
    const codeKey = (use: string) => deriveKey(secret, `one-time codes: ${use}`)
    this.#codeKeyFor = (purpose) => codeKey(`code ${purpose}`)
    this.#proofKey = codeKey('proof')
    this.#sealKey = codeKey('message')
    this.#tokenKey = codeKey('ticket')
    this.#workSecrets = { challenge: codeKey('puzzle').toString('hex'), answer: codeKey('answer').toString('hex') }
  }

  digestOf({ id, purpose, msisdn, subject, sends }: Digested, code: string): string {
    return hmac(this.#codeKeyFor(purpose), JSON.stringify([id, sends, msisdn, subject, code]))
  }

  isCodeOf(code: OneTimeCode, typed: string): boolean {
    return isSameSecret(code.digest, this.digestOf(code, typed))
  }

  digestOfProof(uniqueCode: string): string {
    return hmac(this.#proofKey, uniqueCode)
  }

  get workSecrets() {
    return this.#workSecrets
  }

  /** A queued code survives a crash, and is unreadable in backups. */
  seal(code: string, messageId: string): string {
    return seal(this.#sealKey, code, messageId)
  }

  open(sealed: string, messageId: string): string {
    return open(this.#sealKey, sealed, messageId)
  }

  /** Seals a token, which may be part of an address: it reveals nothing there. */
  sealToken(token: ChallengeToken, subject: string): string {
    return seal(this.#tokenKey, JSON.stringify(token), subject)
  }

  /** Returns undefined for a text that was not sealed here for the same subject. */
  openToken(sealed: string, subject: string): ChallengeToken | undefined {
    return sealed.length > longestToken ? undefined : openJson(TokenJson, this.#tokenKey, sealed, subject)
  }
}

function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
