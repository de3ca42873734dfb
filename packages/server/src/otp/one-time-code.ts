import type { OtpDecision, OtpHistory } from '@nyanja/domain/otp'

export const otpPurposes = [
  'airtime_payment',
  'nyanja_money_pin',
  'smartcash',
  'invoice',
  'balance',
  'lead',
  'correction',
  'find_payment',
] as const
export type OtpPurpose = (typeof otpPurposes)[number]

const paymentPurposes: ReadonlySet<OtpPurpose> = new Set(['airtime_payment', 'nyanja_money_pin', 'smartcash'])

export function isForPayment(purpose: OtpPurpose): boolean {
  return paymentPurposes.has(purpose)
}

/** The purpose of a code: the code and its proof are valid for nothing else. */
export interface OtpBinding {
  readonly purpose: OtpPurpose
  /** The national digits of the handset that receives the code. */
  readonly msisdn: string
  /** The id of an order or a draft. Where strangers can guess it, it is prefixed with the client's name. */
  readonly subject: string
}

export interface OneTimeCode extends OtpBinding {
  /** The specification's refId and otpId, which cannot be guessed. */
  readonly id: string
  /** The number that pays or requests, when it differs from the receiver. */
  readonly payer: string
  readonly channel: string
  readonly language: string
  /** The digest, empty when a wallet made the code, and for a decoy, which no code matches. */
  readonly digest: string
  /** The number of codes that were sent under this id; only the last one is valid. */
  readonly sends: number
  /** The tries of all codes of this id. */
  readonly tries: number
  readonly createdAt: number
  readonly sentAt: number
  /** The end of the current code. */
  readonly expiresAt: number
  readonly isVerified: boolean
  /** The wallet's own name for a code that it has sent. */
  readonly walletRef?: string
}

/** The text message that carries a code. */
interface CodeMessage {
  readonly id: string
  /** The code, readable only by the sender. */
  readonly sealed: string
  /** The masked line or account that receives a payment. */
  readonly receiver?: string
}

export interface Sending {
  readonly code: OneTimeCode
  /** Whether the caller waited: the request then counts in a limit of its own, not in that of solved challenges. */
  readonly hasWaited: boolean
  /** The message, absent when a wallet sends the code itself. */
  readonly message?: CodeMessage
  /** Decides on the messages sent so far; it is called again once no concurrent message is possible. */
  readonly judge: (history: OtpHistory) => OtpDecision
}

/** A place where a code is entered. A code that was sent for another place is not found there. */
export interface OtpPlace {
  readonly channel: string
  readonly purposes: readonly OtpPurpose[]
  readonly subject?: string
}

/** Stores codes, and queues their messages in the same transaction, serialised for each number and limit. */
export interface CodeStore {
  code(id: string, place: OtpPlace): Promise<OneTimeCode | undefined>
  /** Finds the last code that was sent for exactly this. */
  lastFor(binding: OtpBinding, channel: string): Promise<OneTimeCode | undefined>
  begin(sending: Sending): Promise<OtpDecision>
  /** Replaces the old code, whose message is no longer sent: undefined when the old one does not exist any more. */
  renew(sending: Sending): Promise<OtpDecision | undefined>
  /** Spends one try of a code that is still valid and has one left. */
  spendTry(id: string, place: OtpPlace, most: number): Promise<OneTimeCode | undefined>
  /** Records that the wallet has sent the code under this name. */
  sentByWallet(id: string, walletRef: string): Promise<void>
  /** Returns true for exactly one of the callers that entered the same code. */
  confirm(code: OneTimeCode, proof: NewProof): Promise<boolean>
}

interface NewProof {
  readonly digest: string
  readonly expiresAt: number
  /** The wallet's answer to the code, which never leaves the portal. */
  readonly sealedConsent?: string
}

/** The facts that a verified code proves. */
export interface Proven extends OtpBinding {
  readonly id: string
  readonly sealedConsent?: string
}

/** A code proved that its binding is the visitor's. */
export type ProofKey = { readonly digest: string } | { readonly id: string }

/** The proofs from verified codes. */
export interface ProofStore {
  /** Stores a proof for which no code was sent. */
  vouch(code: OneTimeCode, proof: NewProof): Promise<void>
  find(proof: ProofKey): Promise<Proven | undefined>
  /** Returns true only once. */
  consume(proof: ProofKey, binding: OtpBinding): Promise<boolean>
  /** Replaces the subject that the proof was issued for: true only once. */
  tie(proof: ProofKey, binding: OtpBinding, subject: string): Promise<boolean>
}
