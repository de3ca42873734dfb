import { awaitsPin } from '@nyanja/domain/payments/payment-pages'
import type { Attempt } from '@nyanja/server/payments/attempt'
import type { CheckoutRepeat } from '@nyanja/server/payments/checkout-repeat'
import type { CheckoutProblem } from '@nyanja/server/payments/checkout-request'
import type { PinBegin, PinEntryKept, PinOutcome } from '@nyanja/server/payments/pin/pin-payments'
import type { z } from 'zod'
import { TransactionId } from '../../../contract/fields.ts'
import type { AwaitsPin } from '../../../contract/pin-key.ts'
import { authInitiate, authProcess } from '../../../contract/pin-payment.ts'
import { transactionStatuses } from '../../../contract/transaction.ts'
import type { Portal } from '../../portal.ts'
import { type ApiAnswer, failed, isByPin, refusedAnswer, wrongPinCode } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { checkoutFailure, findRepeatedOption, readCheckout } from './read-checkout.ts'

type PinPortal = Pick<Portal, 'pinCheckout' | 'progress' | 'market' | 'cardGateways' | 'now'>
type Initiating = z.output<typeof authInitiate.input>['data']

interface Holder {
  readonly client: string
  readonly token: string
}

const transactionStatus = 'IN_PROCESS'

/** The payment that is initiated again. */
function toRepeat(data: Initiating, portal: PinPortal): CheckoutRepeat {
  const { mobileNumber, amount, currencyCode, productCode, accountId, paymentMobile } = data
  return {
    ...{ number: mobileNumber, amount, currency: currencyCode, productCode, accountId, payerNumber: paymentMobile },
    ...findRepeatedOption(data, portal),
  }
}

/** Payments whose PIN goes to the wallet. The holder's token is in the authorization header. */
export function servePinPayments(api: Api, portal: PinPortal): void {
  const { pinCheckout } = portal
  const { waiting, failureOf, endOf } = createPinAnswers(portal)

  async function begin(data: Initiating, holder: Holder): Promise<PinBegin | CheckoutProblem | ApiAnswer> {
    if (data.txnId !== undefined) {
      const transactionId = TransactionId.safeParse(data.txnId).data
      return transactionId === undefined
        ? failed('not_found')
        : pinCheckout.retry({ ...holder, transactionId }, toRepeat(data, portal))
    }
    const reading = readCheckout(data, holder.client, portal)
    if ('problem' in reading) return reading.problem
    const { request } = reading
    return isByPin(request.method) ? pinCheckout.initiate(request, holder.token) : failed('method_unavailable')
  }

  serve(api, authInitiate, async ({ input: { data }, client, token, succeed }) => {
    const result = await begin(data, { client, token })
    if ('status' in result) return result
    if (result.outcome === 'pin_wanted') return succeed(waiting(result.attempt, result.entry))
    if (result.outcome !== 'over') return failureOf(result)
    const inFlight = { transactionId: result.attempt.id, transactionStatus }
    return (await endOf(result)) ?? failed('already_processed', { result: inFlight })
  })

  serve(api, authProcess, async ({ input: { data }, client, token, succeed }) => {
    const { transactionId, amPin: sealed, keyId } = data
    const shown = { accountId: data.accountId, payerNumber: data.paymentMobile, ...findRepeatedOption(data, portal) }
    const result = await pinCheckout.process({ client, token, transactionId, sealed, keyId }, shown)
    if (result.outcome !== 'over') return failureOf(result)
    const inFlight = succeed({ transactionId, transactionStatus }, transactionStatuses[transactionStatus])
    return (await endOf(result)) ?? inFlight
  })
}

type Over = Extract<PinOutcome, { readonly outcome: 'over' }>
type NotOver = Exclude<PinOutcome | PinBegin | CheckoutProblem, Over>

/** Answers channels about payments by PIN. */
function createPinAnswers({ progress, market, now }: Pick<Portal, 'progress' | 'market' | 'now'>) {
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

  /**
   * Returns the result of a payment that waits for no PIN. It is undefined while the PIN is with the wallet, and only
   * the wallet knows.
   */
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
  | { readonly fault: unknown }
  | { readonly left: unknown }
  | { readonly field: unknown }
  | { readonly currencies: unknown }
>

function hasDetails(result: NotOver): result is Detailed {
  return ['limit', 'left', 'field', 'fault', 'currencies'].some((detail) => detail in result)
}
