import { z } from 'zod'
import { codeText, MobileNumber, type Operation, OptionalText, portalService, success } from './fields.ts'
/** The id under which a code was sent. */
export const CodeId = z.string().regex(/^[\w-]{1,64}$/)

/** Text, or the number that a careless channel makes of it. */
const ClearOtp = z
  .union([z.string().max(40), z.int().min(0)])
  .transform((otp) => (typeof otp === 'number' ? String(otp).padStart(6, '0') : otp))

/** The value is base64 of RSA-OAEP-256 over `v1|{id of the code}|{otp}`. */
const SealedOtp = z.string().regex(/^[A-Za-z\d+/]{300,690}={0,2}$/)

/** A typed code: clear, or encrypted with the key of the product configuration, with the key's id beside it. */
export const otpFields = { otp: z.union([ClearOtp, SealedOtp]), keyId: OptionalText } as const

/** The text is ALTCHA's payload: the solution of a client that was given a challenge, in base64. */
export const workFields = { solution: z.string().max(4000).optional() } as const

/** What a code of these calls may be for. */
export const otpActions = { INVOICE: 'invoice', BALANCE: 'balance' } as const

const Sent = z.object({
  otpId: z.string(),
  /** Seconds until another code may be requested. */
  resendAfter: z.int(),
})

export const sendOtp = {
  method: 'POST',
  path: `${portalService}/otp/v1/send-otp`,
  summary: 'Sends a one-time code for a bill or a balance',
  input: z.object({
    data: z.object({
      // The field has the number; `text1` holds nothing that is needed here. The names are the specification's.
      text: MobileNumber,
      text1: OptionalText,
      otpAction: z.enum(['INVOICE', 'BALANCE']),
      ...workFields,
    }),
  }),
  answer: success(Sent),
  failures: [
    'invalid_number',
    'too_many_requests',
    'too_soon',
    'work_needed',
    'provider_broke_contract',
    'provider_unreachable',
  ],
  isForClients: true,
  takesKey: true,
} satisfies Operation

export const resendOtp = {
  method: 'POST',
  path: `${portalService}/otp/v1/resend-otp`,
  summary: 'Sends another code under the same id',
  input: z.object({ data: z.object({ otpId: CodeId, ...workFields }) }),
  answer: success(Sent),
  failures: ['code_expired', 'attempts_exhausted', 'too_many_requests', 'too_soon', 'work_needed'],
  isForClients: true,
  takesKey: true,
} satisfies Operation

/** The reasons that a typed code does not become a proof. */
export const codeFailures = [
  'wrong_code',
  'attempts_exhausted',
  'code_expired',
  'unknown_key',
  'unreadable_field',
] as const

export const verifyOtp = {
  method: 'POST',
  path: `${portalService}/otp/v1/verify-otp`,
  summary: 'Takes a typed code for a proof that is good once, for ten minutes',
  input: z.object({ data: z.object({ ...otpFields, otpId: CodeId }) }),
  answer: success(z.object({ otpId: z.string(), uniqueCode: z.string() })),
  failures: codeFailures,
  isForClients: true,
  // A stored answer would be a stored proof, and the hash of a body with six digits reveals them.
  takesKey: false,
} satisfies Operation

/** Each method's names on the wire: `type` is the option code, `mode` the payment mode. */
export const paymentMethods = {
  card: { type: 'PG', name: 'Card', mode: 'PAYMENT_GATEWAY' },
  nyanja_money: { type: 'AM', name: '{product} Money', mode: 'NYANJA_MONEY_PUSH' },
  nyanja_money_pin: { type: 'NYANJA_MONEY', name: '{product} Money PIN', mode: 'NYANJA_MONEY' },
  airtime: { type: 'AIRTIME', name: 'Airtime', mode: 'AIR_TIME' },
  smartcash: { type: 'SMARTCASH_SECURE', name: 'SmartCash', mode: 'KS' },
  mpesa: { type: 'MPESA', name: 'Mpesa', mode: 'MPESA' },
} as const

type PaymentMethod = keyof typeof paymentMethods

/** Every payment mode that a channel may send. */
export const paymentModes = {
  PAYMENT_GATEWAY: 'card',
  NYANJA_MONEY: 'nyanja_money_pin',
  NYANJA_MONEY_PUSH: 'nyanja_money',
  AIR_TIME: 'airtime',
  HBB_AIRTIME: 'airtime',
  KS: 'smartcash',
  MPESA: 'mpesa',
} as const satisfies Record<string, PaymentMethod>

/**
 * A payment mode that names what is paid for: then the gateway decides the method, and a card pays where none is named.
 */
export const leadMode = 'HBB_LEADS'

/** Every option code that a channel may send in place of a mode. */
export const optionCodes = {
  PG: 'card',
  AM: 'nyanja_money',
  NYANJA_MONEY: 'nyanja_money_pin',
  AIRTIME: 'airtime',
  SMARTCASH_SECURE: 'smartcash',
  MPESA: 'mpesa',
} as const satisfies Record<string, PaymentMethod>

/** The value stands for the names of all card gateways, which the portal fills in. */
export const cardGatewayNames = '{cardGateways}'

/** The value stands for the names of all gateways, those of wallets and of airtime too. */
export const gatewayNames = '{gateways}'

/** What a channel may send as its payment mode. */
export const sentModes = [...new Set([...Object.keys(paymentModes), ...Object.keys(optionCodes), leadMode])]

/** What a channel may send as its gateway. */
export const sentGateways = [cardGatewayNames, ...Object.keys(optionCodes)]

/** Payment methods on a card gateway's own page. */
export const cardChannels = ['ussd', 'bank', 'card', 'mobile_money', 'bank_transfer', 'qr'] as const

const PaymentCodeSent = z.object({
  refId: z.string(),
  /** Seconds until another code may be requested. */
  resendAfter: z.int(),
})

// Codes before a payment are a family of their own in the specification, with names of their own.
const common = { method: 'POST', isForClients: true } as const

export const sendPaymentOtp = {
  ...common,
  path: `${portalService}/optimus/otp/send`,
  summary: 'Sends a one-time code to the number that pays: with its airtime, when no payment mode is named',
  input: z.object({ data: z.object({ msisdn: MobileNumber, paymentMode: codeText(sentModes), ...workFields }) }),
  answer: success(PaymentCodeSent),
  failures: [
    'invalid_number',
    'no_wallet',
    'method_unavailable',
    'too_many_requests',
    'too_soon',
    'work_needed',
    'provider_broke_contract',
    'provider_unreachable',
  ],
  takesKey: true,
} satisfies Operation

export const resendPaymentOtp = {
  ...common,
  path: `${portalService}/optimus/otp/resend`,
  summary: 'Sends another code under the same id',
  input: z.object({ data: z.object({ refId: CodeId, ...workFields }) }),
  answer: success(PaymentCodeSent),
  failures: [
    'code_expired',
    'attempts_exhausted',
    'no_wallet',
    'too_many_requests',
    'too_soon',
    'work_needed',
    'provider_unreachable',
  ],
  takesKey: true,
} satisfies Operation

export const verifyPaymentOtp = {
  ...common,
  path: `${portalService}/optimus/otp/verify`,
  summary:
    'Takes a typed code for a proof that is good once, within ten minutes: to pay out of the airtime or wallet of that number, or to order internet at home',
  input: z.object({
    data: z.object({ ...otpFields, refId: CodeId, username: OptionalText, paymentMode: codeText(sentModes) }),
  }),
  answer: success(z.object({ refId: z.string(), uniqueCode: z.string() })),
  failures: [...codeFailures, 'provider_unreachable'],
  // A stored answer would be a stored proof, as with every code.
  takesKey: false,
} satisfies Operation
