import { type Money, majorText } from '@nyanja/domain/money/money'
import { international } from '@nyanja/domain/numbers/msisdn'
import { z } from 'zod'
import { PortalError } from '../../errors.ts'
import type { PinResult, PinStart, PinWallet, SealedPin } from '../../payments/pin-wallet.ts'
import type { Answer } from './envelope.ts'
import { PinTries, PinWanted, pinEntry, waitsForPin } from './pin-entry.ts'
import type { WalletCalls } from './wallet-calls.ts'
import type { WalletDirectOptions } from './wallet-direct-options.ts'
import { lockedReason, PaymentState, refusalIn } from './wallet-verification.ts'

/** A payment that waits for its PIN without a key to seal it under could never go on. */
const Started = z.union([PinWanted, PaymentState.refine(({ status }) => status !== waitsForPin)])

type Refused = Extract<Answer<unknown>, { ok: false }>
type Common = Exclude<PinStart, { readonly outcome: 'pin_wanted' }>

/** One wallet gives another key with its answer, the other wants the payment to be initiated again. */
const wrongPin: readonly string[] = ['1004', '56D005']

const refusedOutright: Readonly<Record<string, Common>> = {
  '1006': { outcome: 'wallet_locked' },
  '4001': { outcome: 'refused', reason: 'invalid_user' },
}

export function createPinPayments(calls: WalletCalls, options: WalletDirectOptions): PinWallet {
  const { name, paymentMode, countryCode, currencies, now = Date.now } = options

  function refusedBy(operation: string, { code, message }: Refused): Common {
    const refusal = refusedOutright[code]
    // Neither done nor refused: only verification shows which.
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
      if (!answer.ok) return refusedBy('initiate', answer)
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
      if (!wrongPin.includes(answer.code) || !tries.success) return refusedBy('process', answer)
      const { pinAttemptsLeft: attemptsLeft, encryptionKeyDetails: key } = tries.data
      const wrong = { outcome: 'wrong_pin', attemptsLeft } as const
      return key ? { ...wrong, entry: pinEntry(walletTransactionId, key, now()) } : wrong
    },
  }
}

/** What is neither over nor waiting for a PIN is left to verification. */
function outcomeOf(state: z.infer<typeof PaymentState>): Common {
  const reason = refusalIn(state)
  if (reason !== undefined && state.reasonCode === lockedReason) return { outcome: 'wallet_locked' }
  return reason === undefined ? { outcome: 'processing' } : { outcome: 'refused', reason }
}

/** `1000.00` */
export function twoDecimals(amount: Money): string {
  const [whole, decimals = '00'] = majorText(amount).split('.')
  return `${whole}.${decimals}`
}
