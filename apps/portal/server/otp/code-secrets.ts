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
import { z } from 'zod'
import type { OneTimeCode, OtpPurpose } from './one-time-code.ts'

/** What a digest speaks for: a code is good under this id, in this turn, for this number and subject alone. */
export type Digested = Pick<OneTimeCode, 'id' | 'purpose' | 'msisdn' | 'subject' | 'sends'>

const TicketJson = z.object({
  because: z.enum(['number', 'caller', 'breaker']),
  values: z.record(z.string(), z.string()),
  askedAt: z.int(),
})

/** What somebody asked for, and when. */
export type Ticket = z.infer<typeof TicketJson>

const longestTicket = 2_000
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
  readonly #ticketKey: Buffer
  readonly #puzzleSecrets: { readonly puzzle: string; readonly answer: string }

  constructor(secret: string) {
    const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `one-time codes: ${use}`, 32))
    this.#codeKeyFor = (purpose) => keyFor(`code ${purpose}`)
    this.#proofKey = keyFor('proof')
    this.#sealKey = keyFor('message')
    this.#ticketKey = keyFor('ticket')
    this.#puzzleSecrets = { puzzle: keyFor('puzzle').toString('hex'), answer: keyFor('answer').toString('hex') }
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

  get puzzleSecrets() {
    return this.#puzzleSecrets
  }

  /** A queued code outlives a crash, and is read in no backup. */
  seal(code: string, messageId: string): string {
    return seal(this.#sealKey, code, messageId)
  }

  open(sealed: string, messageId: string): string {
    return open(this.#sealKey, sealed, messageId)
  }

  /** May stand in an address: who reads it there learns nothing. */
  sealTicket(ticket: Ticket, subject: string): string {
    return seal(this.#ticketKey, JSON.stringify(ticket), subject)
  }

  /** Undefined for anything that was not sealed here for the same subject. */
  openTicket(sealed: string, subject: string): Ticket | undefined {
    if (sealed.length > longestTicket) return undefined
    try {
      return TicketJson.parse(JSON.parse(open(this.#ticketKey, sealed, subject)))
    } catch {
      return undefined
    }
  }

  digestOfTicket(sealed: string): string {
    // The same bytes can be written in several ways.
    return hmac(this.#ticketKey, Buffer.from(sealed, 'base64url').toString('hex'))
  }
}

function seal(key: Buffer, text: string, boundTo: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

function open(key: Buffer, sealed: string, boundTo: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
