import type { OtpDecision, OtpHistory } from '@nyanja/domain/otp'
import type { OneTimeCode, OtpBinding, OtpPurpose } from './one-time-code.ts'

/** The text message that carries a code. */
export interface CodeMessage {
  readonly id: string
  /** The code for nobody but the sender's eyes. */
  readonly sealed: string
  /** Of a payment: the masked line or account that receives it. */
  readonly receiver?: string
}

export interface Sending {
  readonly code: OneTimeCode
  /** Then it has spent a budget of its own, and not that of those who solve. */
  readonly hasWaited: boolean
  /** Absent when a wallet sends the code itself. */
  readonly message?: CodeMessage
  /** Decides on what has gone out so far; called again once nothing else can go out meanwhile. */
  readonly judge: (history: OtpHistory) => OtpDecision
}

/** Where a code is asked back. One that was sent for another place is not found there. */
export interface OtpPlace {
  readonly channel: string
  readonly purposes: readonly OtpPurpose[]
  readonly subject?: string
}

/** Keeps codes, and queues their messages in the same transaction, one at a time for each number and budget. */
export interface CodeStore {
  code(id: string, place: OtpPlace): Promise<OneTimeCode | undefined>
  /** The last code that was sent for exactly this. */
  lastFor(binding: OtpBinding, channel: string): Promise<OneTimeCode | undefined>
  begin(sending: Sending): Promise<OtpDecision>
  /** Puts a new code in the place of the old one, whose message goes out no more. Undefined: that one is gone. */
  renew(sending: Sending): Promise<OtpDecision | undefined>
  /** Spends one try of a code that is still good and has one left. */
  spendTry(id: string, place: OtpPlace, most: number): Promise<OneTimeCode | undefined>
  /** The wallet has sent it, under this name. */
  sentByWallet(id: string, walletRef: string): Promise<void>
  /** True for one caller of those who typed the same code. */
  confirm(code: OneTimeCode, proof: NewProof): Promise<boolean>
}

export interface NewProof {
  readonly digest: string
  readonly expiresAt: number
  /** What the wallet gave for the code, for nobody but the portal's eyes. */
  readonly sealedConsent?: string
}

/** What a verified code proves. */
export interface Proven extends OtpBinding {
  readonly id: string
  readonly sealedConsent?: string
}

/** One code proved that its binding is the visitor's. */
export type ProofKey = { readonly digest: string } | { readonly id: string }

/** What verified codes prove. */
export interface ProofStore {
  /** A proof for which no code was sent. */
  vouch(code: OneTimeCode, proof: NewProof): Promise<void>
  find(proof: ProofKey): Promise<Proven | undefined>
  /** True once. */
  consume(proof: ProofKey, binding: OtpBinding): Promise<boolean>
  /** Puts another subject in the place of the one that it was won for. True once. */
  tie(proof: ProofKey, binding: OtpBinding, subject: string): Promise<boolean>
}
