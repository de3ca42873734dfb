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
