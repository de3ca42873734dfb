import { createPublicKey } from 'node:crypto'
import { PortalError } from '@nyanja/domain/errors'
import { isCurrency, type Money, majorText, parseMoney } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import { z } from 'zod'
import type { Refusal, VerificationResult } from '../../payments/payment-gateway.ts'
import type { PinEntry, PinResult, PinStart, PinWallet, SealedPin } from '../../payments/pin/pin-wallet.ts'
import type { Answer, PinWalletCalls, PinWalletOptions } from './calls.ts'

const PaymentState = z.object({
  status: z.string(),
  reasonCode: z.string().nullish(),
})

export const Enquired = PaymentState.extend({
  merchantTransactionId: z.string(),
  walletTransactionId: z.string(),
  walletReference: z.string().nullish(),
  amount: z.string(),
  currency: z.string(),
})

type Enquired = z.infer<typeof Enquired>

const lockedReason = 'WALLET_LOCKED'

const refusals: Readonly<Record<string, Refusal>> = {
  INSUFFICIENT_FUNDS: 'insufficient_funds',
  LIMIT_EXCEEDED: 'limit_exceeded',
  REFUSED: 'declined',
  [lockedReason]: 'wrong_pin',
}

/** Tells why a payment definitely ended without money: undefined when it did not. */
function refusalIn({ status, reasonCode }: z.infer<typeof PaymentState>): Refusal | undefined {
  if (status === 'EXPIRED') return 'expired'
  return status === 'FAILED' ? (refusals[reasonCode ?? ''] ?? 'refused') : undefined
}

export function toVerificationResult(enquired: Enquired): VerificationResult {
  const reason = refusalIn(enquired)
  if (reason !== undefined) return { state: 'refused', reason }
  if (enquired.status === 'SUCCESS') return captured(enquired)
  // Once the PIN was accepted the customer has nothing left to do.
  return { state: enquired.status === waitsForPin ? 'pending' : 'unknown' }
}

function captured(enquired: Enquired): VerificationResult {
  const { merchantTransactionId, walletTransactionId, walletReference, amount, currency } = enquired
  const paid = isCurrency(currency) ? parseMoney(amount, currency) : undefined
  if (paid === undefined) return { state: 'review', reason: 'wallet-direct: paid, but no amount that can be read' }
  return {
    state: 'captured',
    attemptId: merchantTransactionId,
    providerReference: walletReference ?? walletTransactionId,
    amount: paid,
  }
}

/** Browsers accept no weaker key, and encrypt nothing longer than such a key can hold. */
const shortestKeyBits = 2048

const KeyDetails = z.object({
  keyId: z.string().min(1).max(64),
  algorithm: z.literal('RSA-OAEP-256'),
  key: z.base64().refine(isStrongKey),
  nonce: z.base64url().min(1).max(64),
  expiresIn: z.number().nonnegative(),
})

/** The remaining PIN tries are a sibling field. */
const PinTries = z.object({
  pinAttemptsLeft: z.int().min(0),
  encryptionKeyDetails: KeyDetails.optional(),
})

const waitsForPin = 'PENDING_PIN'

const PinWanted = PinTries.extend({
  status: z.literal(waitsForPin),
  walletTransactionId: z.string().regex(/^[^|]{1,64}$/),
  encryptionKeyDetails: KeyDetails,
})

function pinEntry(walletTransactionId: string, details: z.infer<typeof KeyDetails>, now: number): PinEntry {
  const { keyId, key, nonce, expiresIn } = details
  return { walletTransactionId, keyId, publicKey: key, nonce, expiresAt: now + expiresIn * 1000 }
}

function isStrongKey(key: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey({
      key: Buffer.from(key, 'base64'),
      format: 'der',
      type: 'spki',
    })
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= shortestKeyBits
  } catch {
    return false
  }
}

/** A payment that waits for its PIN needs a key to encrypt it with. */
const Started = z.union([PinWanted, PaymentState.refine(({ status }) => status !== waitsForPin)])

type Refused = Extract<Answer<unknown>, { ok: false }>
type Common = Exclude<PinStart, { readonly outcome: 'pin_wanted' }>

/** One wallet returns a new key with its answer, the other requires the payment to be initiated again. */
const wrongPin: readonly string[] = ['1004', '56D005']

const refusedOutright: Readonly<Record<string, Common>> = {
  '1006': { outcome: 'wallet_locked' },
  '4001': { outcome: 'refused', reason: 'invalid_user' },
}

export function createPinPayments(calls: PinWalletCalls, options: PinWalletOptions): PinWallet {
  const { name, paymentMode, countryCode, currencies, now = Date.now } = options

  function toRefusal(operation: string, { code, message }: Refused): Common {
    const refusal = refusedOutright[code]
    // The answer is neither a completion nor a refusal: only verification shows which.
    if (refusal === undefined) throw new PortalError('provider_broke_contract', `${name} ${operation}: code ${code}`)
    return refusal.outcome === 'refused' && message !== undefined ? { ...refusal, message } : refusal
  }

  return {
    async start({ id, amount, description, payerMsisdn }, consent): Promise<PinStart> {
      if (!currencies.includes(amount.currency)) return { outcome: 'refused', reason: 'unsupported_currency' }
      const body = {
        merchantTransactionId: id,
        msisdn: international(payerMsisdn, { countryCode }),
        amount: twoDecimals(amount),
        currency: amount.currency,
        paymentMode,
        description,
      }
      const path = '/v1/payments/initiate'
      const answer = await calls.reportFor(consent, { operation: 'initiate', path, result: Started, body })
      if (answer === 'no_consent') return { outcome: 'consent_needed' }
      if (!answer.ok) return toRefusal('initiate', answer)
      const started = answer.result
      if (!('encryptionKeyDetails' in started)) return outcomeOf(started)
      const { walletTransactionId, encryptionKeyDetails, pinAttemptsLeft: attemptsLeft } = started
      return { outcome: 'pin_wanted', entry: pinEntry(walletTransactionId, encryptionKeyDetails, now()), attemptsLeft }
    },

    async submitPin({ id, walletTransactionId, keyId, sealed }: SealedPin, consent): Promise<PinResult> {
      const body = { walletTransactionId, merchantTransactionId: id, keyId, amPin: sealed }
      const path = '/v1/payments/process'
      const answer = await calls.reportFor(consent, { operation: 'process', path, result: PaymentState, body })
      if (answer === 'no_consent') return { outcome: 'consent_needed' }
      if (answer.ok) return outcomeOf(answer.result)
      if (answer.code === '400') return { outcome: 'pin_unusable' }
      const tries = PinTries.safeParse(answer.result)
      if (!wrongPin.includes(answer.code) || !tries.success) return toRefusal('process', answer)
      const { pinAttemptsLeft: attemptsLeft, encryptionKeyDetails: key } = tries.data
      const wrong = { outcome: 'wrong_pin', attemptsLeft } as const
      return key ? { ...wrong, entry: pinEntry(walletTransactionId, key, now()) } : wrong
    },
  }
}

/** A payment that is neither final nor waiting for a PIN is left to verification. */
function outcomeOf(state: z.infer<typeof PaymentState>): Common {
  const reason = refusalIn(state)
  if (reason !== undefined && state.reasonCode === lockedReason) return { outcome: 'wallet_locked' }
  return reason === undefined ? { outcome: 'processing' } : { outcome: 'refused', reason }
}

/** Writes an amount such as `1000.00`. */
export function twoDecimals(amount: Money): string {
  const [whole, decimals = '00'] = majorText(amount).split('.')
  return `${whole}.${decimals}`
}
