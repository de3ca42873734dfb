import { awaitsPin } from '@nyanja/domain/payments/payment-pages'
import type { AwaitsPin } from '../../contract/pin-key.ts'
import type { Attempt } from '../payments/attempt.ts'
import type { CheckoutProblem } from '../payments/checkout-request.ts'
import type { PinEntryKept } from '../payments/pin-entries.ts'
import type { PinBegin, PinOutcome } from '../payments/pin-payments.ts'
import type { Portal } from '../portal.ts'
import { type ApiAnswer, failed } from './api-answer.ts'
import { checkoutFailure } from './checkout-asked.ts'
import { refusedAnswer, wrongPinCode } from './refusal-shapes.ts'

type Over = Extract<PinOutcome, { readonly outcome: 'over' }>
type NotOver = Exclude<PinOutcome | PinBegin | CheckoutProblem, Over>

/** What channels are told of payments by PIN. */
export function createPinAnswers({ progress, market, now }: Pick<Portal, 'progress' | 'market' | 'now'>) {
  function waiting({ id }: Attempt, entry: PinEntryKept): AwaitsPin {
    const { keyId, publicKey: key, nonce, walletTransactionId, attemptsLeft } = entry
    const expiresIn = Math.max(0, Math.floor((entry.expiresAt - now()) / 1000))
    const sealing = { keyId, algorithm: 'RSA-OAEP-256', key, nonce, walletTransactionId, expiresIn } as const
    return { transactionId: id, encryptionKeyDetails: sealing, attemptsLeft }
  }

  function failureOf(result: NotOver): ApiAnswer {
    switch (result.outcome) {
      case 'wrong_pin':
        return failed('wrong_pin', {
          code: wrongPinCode(result.attempt),
          result: waiting(result.attempt, result.entry),
        })
      case 'missed':
      case 'pin_wanted':
        return failed('unusable_pin', { result: waiting(result.attempt, result.entry) })
      case 'consent_needed':
        return failed('token_missing')
      case 'order_ended':
        return failed('conflict')
      default:
        return checkoutFailure(hasDetails(result) ? result : { outcome: result.outcome }, market)
    }
  }

  /** Of a payment that waits for no PIN. Undefined: its PIN is with the wallet, and only the wallet knows. */
  async function endOf({ attempt: { id: transactionId } }: Over): Promise<ApiAnswer | undefined> {
    const { attempt } = await progress.payment(transactionId)
    if (attempt.refusal !== undefined) return refusedAnswer(attempt, attempt.refusal, market.brand)
    // The wallet has not answered; the same payment may be initiated again.
    const result = { transactionId, transactionStatus: 'IN_PROCESS' }
    return awaitsPin(attempt) ? failed('provider_unreachable', { result }) : undefined
  }

  return { waiting, failureOf, endOf }
}

type Detailed = Extract<
  CheckoutProblem,
  | { readonly limit: unknown }
  | { readonly left: unknown }
  | { readonly field: unknown }
  | { readonly currencies: unknown }
>

function hasDetails(result: NotOver): result is Detailed {
  return 'limit' in result || 'left' in result || 'field' in result || 'currencies' in result
}
