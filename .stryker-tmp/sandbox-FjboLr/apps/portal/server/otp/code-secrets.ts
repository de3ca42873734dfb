// @ts-nocheck
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { otpCount, otpOf } from '@nyanja/domain/otp-code'
import type { OneTimeCode, OtpPurpose } from './one-time-code.ts'

/** What a digest speaks for: a code is good under this id, in this turn, for this number and subject alone. */
export type Digested = Pick<OneTimeCode, 'id' | 'purpose' | 'msisdn' | 'subject' | 'sends'>

const ivBytes = 12
const tagBytes = 16

export function randomOtp(): string {
  return otpOf(randomInt(otpCount))
}

/** Everything about codes that needs the secret. Each use has a key of its own. */
export class CodeSecrets {
  readonly #codeKeyFor: (purpose: OtpPurpose) => Buffer
  readonly #proofKey: Buffer
  readonly #sealKey: Buffer

  constructor(secret: string) {
    const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `one-time codes: ${use}`, 32))
    this.#codeKeyFor = (purpose) => keyFor(`code ${purpose}`)
    this.#proofKey = keyFor('proof')
    this.#sealKey = keyFor('message')
  }

  digestOf({ id, purpose, msisdn, subject, sends }: Digested, code: string): string {
    return hmac(this.#codeKeyFor(purpose), JSON.stringify([id, sends, msisdn, subject, code]))
  }

  isCodeOf(code: OneTimeCode, typed: string): boolean {
    return timingSafeEqual(Buffer.from(code.digest), Buffer.from(this.digestOf(code, typed)))
  }

  digestOfProof(uniqueCode: string): string {
    return hmac(this.#proofKey, uniqueCode)
  }

  /** A queued code outlives a crash, and is read in no backup. */
  seal(code: string, messageId: string): string {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#sealKey, iv).setAAD(Buffer.from(messageId))
    const sealed = Buffer.concat([cipher.update(code, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  open(sealed: string, messageId: string): string {
    const bytes = Buffer.from(sealed, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', this.#sealKey, bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(messageId)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  }
}

function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
