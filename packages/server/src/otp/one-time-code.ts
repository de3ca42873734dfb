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
  /** Nine national digits of the handset that receives the code. */
  readonly msisdn: string
  /** The id of an order or a draft. Where strangers can guess it, it is prefixed with the client's name. */
  readonly subject: string
}

export interface OneTimeCode extends OtpBinding {
  /** The specification's refId and otpId. Unguessable. */
  readonly id: string
  /** The number that pays or requests, when it differs from the receiver. */
  readonly payer: string
  readonly channel: string
  readonly language: string
  /** Empty when a wallet made the code, and for a decoy, which no code matches. */
  readonly digest: string
  /** How many codes were sent under this id; only the last one is valid. */
  readonly sends: number
  /** Tries of all codes of this id. */
  readonly tries: number
  readonly createdAt: number
  readonly sentAt: number
  /** Of the current code. */
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
  /** For a payment: the masked line or account that receives it. */
  readonly receiver?: string
}

export interface Sending {
  readonly code: OneTimeCode
  /** Then it counts in a limit of its own, not in that of solved challenges. */
  readonly hasWaited: boolean
  /** Absent when a wallet sends the code itself. */
  readonly message?: CodeMessage
  /** Decides on the messages sent so far; called again once no concurrent message is possible. */
  readonly judge: (history: OtpHistory) => OtpDecision
}

/** Where a code is entered. A code that was sent for another place is not found there. */
export interface OtpPlace {
  readonly channel: string
  readonly purposes: readonly OtpPurpose[]
  readonly subject?: string
}

/** Stores codes, and queues their messages in the same transaction, serialised for each number and limit. */
export interface CodeStore {
  code(id: string, place: OtpPlace): Promise<OneTimeCode | undefined>
  /** The last code that was sent for exactly this. */
  lastFor(binding: OtpBinding, channel: string): Promise<OneTimeCode | undefined>
  begin(sending: Sending): Promise<OtpDecision>
  /** Replaces the old code, whose message is no longer sent. Undefined: the old one does not exist any more. */
  renew(sending: Sending): Promise<OtpDecision | undefined>
  /** Spends one try of a code that is still valid and has one left. */
  spendTry(id: string, place: OtpPlace, most: number): Promise<OneTimeCode | undefined>
  /** The wallet has sent it under this name. */
  sentByWallet(id: string, walletRef: string): Promise<void>
  /** True for one of the callers that entered the same code. */
  confirm(code: OneTimeCode, proof: NewProof): Promise<boolean>
}

interface NewProof {
  readonly digest: string
  readonly expiresAt: number
  /** What the wallet returned for the code; it never leaves the portal. */
  readonly sealedConsent?: string
}

/** What a verified code proves. */
export interface Proven extends OtpBinding {
  readonly id: string
  readonly sealedConsent?: string
}

/** A code proved that its binding is the visitor's. */
export type ProofKey = { readonly digest: string } | { readonly id: string }

/** Proofs from verified codes. */
export interface ProofStore {
  /** A proof for which no code was sent. */
  vouch(code: OneTimeCode, proof: NewProof): Promise<void>
  find(proof: ProofKey): Promise<Proven | undefined>
  /** True once. */
  consume(proof: ProofKey, binding: OtpBinding): Promise<boolean>
  /** Replaces the subject that the proof was issued for. True once. */
  tie(proof: ProofKey, binding: OtpBinding, subject: string): Promise<boolean>
}
