import { z } from 'zod'
import { codeText, type Operation, OptionalText, portalService, success } from './fields.ts'
import { CodeId, codeFailures, otpFields, sentModes } from './otp.ts'
import { accountFailures, initiatePayment, processPayment } from './payment.ts'
import { AwaitsPin } from './pin-key.ts'
import { TransactionStatus } from './transaction.ts'

export const verifyUser = {
  method: 'POST',
  path: '/auth/bfe/api/portal-service/otp/v1/verify-user',
  summary: "Takes a wallet's code for a token that pays once out of that wallet, with its PIN",
  input: z.object({
    data: z.object({ ...otpFields, refId: CodeId, username: OptionalText, paymentMode: codeText(sentModes) }),
  }),
  answer: success(
    z.object({
      tokenType: z.literal('Bearer'),
      accessToken: z.string(),
      /** The lifetime is in seconds. */
      expiresIn: z.int(),
    }),
  ),
  failures: [...codeFailures, 'provider_broke_contract', 'provider_unreachable'],
  isForClients: true,
  // A stored answer would be a stored token.
  takesKey: false,
} satisfies Operation

export const authInitiate = {
  ...initiatePayment,
  path: `${portalService}/transaction/v1/auth/initiate`,
  summary: 'Registers a payment by PIN, or with its txnId the same one again, and gets a key for one PIN',
  answer: success(AwaitsPin),
  failures: [
    ...initiatePayment.failures,
    'token_missing',
    'payment_refused',
    'not_found',
    'being_paid',
    'already_processed',
  ],
  takesToken: true,
} satisfies Operation

export const authProcess = {
  ...processPayment,
  path: `${portalService}/transaction/v1/auth/process`,
  summary: 'Hands a sealed PIN on to its wallet, unread',
  input: z.object({
    data: processPayment.input.shape.data.extend({
      amPin: z.string().regex(/^[A-Za-z\d+/]{300,690}={0,2}$/),
      // The id of the key that encrypted it; without it the last one issued is used.
      keyId: OptionalText,
    }),
  }),
  answer: success(z.object({ transactionId: z.string().min(1), transactionStatus: TransactionStatus })),
  failures: [
    'bad_key',
    'token_missing',
    'wrong_pin',
    'unusable_pin',
    'payment_refused',
    'not_found',
    ...accountFailures,
    'above_bill',
    'key_conflict',
  ],
  takesToken: true,
} satisfies Operation

/** How the specification distinguishes the answers of the two wallets with a PIN. */
export const pinWallets = {
  nyanja_money_pin: {
    wrongPin: 1004,
    blocked: 'Your {product} Money wallet has been blocked due to too many incorrect PIN attempts',
  },
  smartcash: {
    wrongPin: '56D005',
    blocked: 'Your Smart Cash wallet has been blocked due to too many incorrect PIN attempts.',
  },
} as const

export const walletBlocked = 1006
