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

/** What a code is for: it, and the proof that comes of it, are worth nothing for anything else. */
export interface OtpBinding {
  readonly purpose: OtpPurpose
  /** Nine national digits of the handset that the code goes to. */
  readonly msisdn: string
  /** What it is about: the id of an order or a draft. Where strangers can guess it, the name of the client belongs in front. */
  readonly subject: string
}

export interface OneTimeCode extends OtpBinding {
  /** The specification's refId and otpId. Unguessable. */
  readonly id: string
  /** Who pays or asks, when that is not the number itself. */
  readonly payer: string
  readonly channel: string
  readonly language: string
  /** Empty when a wallet made the code, and of a decoy, which no code fits. */
  readonly digest: string
  /** How many codes were sent under this id; only the last one is good. */
  readonly sends: number
  /** Of all codes of this id together. */
  readonly tries: number
  readonly createdAt: number
  readonly sentAt: number
  /** Of the present code. */
  readonly expiresAt: number
  readonly isVerified: boolean
  /** The wallet's own name for a code that it has sent. */
  readonly walletRef?: string
}

/** The text message that carries a code. */
interface CodeMessage {
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

interface NewProof {
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
