import type { z } from 'zod'
import { TransactionId } from '../../contract/fields.ts'
import { authInitiate, authProcess } from '../../contract/pin-payment.ts'
import { transactionStatuses } from '../../contract/transaction-statuses.ts'
import type { CheckoutRepeat } from '../payments/checkout-repeat.ts'
import type { CheckoutProblem } from '../payments/checkout-request.ts'
import type { PinBegin } from '../payments/pin-payments.ts'
import type { Portal } from '../portal.ts'
import { type ApiAnswer, failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { readCheckout } from './checkout-asked.ts'
import { optionRepeated } from './payment-option-asked.ts'
import { createPinAnswers } from './pin-answers.ts'
import { isByPin } from './refusal-shapes.ts'

type PinPortal = Pick<Portal, 'pinCheckout' | 'progress' | 'market' | 'cardGateways' | 'now'>
type Initiating = z.output<typeof authInitiate.input>['data']

interface Holder {
  readonly client: string
  readonly token: string
}

const transactionStatus = 'IN_PROCESS'

/** Of the payment that is initiated again. */
function toRepeat(data: Initiating, portal: PinPortal): CheckoutRepeat {
  const { mobileNumber, amount, currencyCode, productCode, accountId, paymentMobile } = data
  return {
    ...{ number: mobileNumber, amount, currency: currencyCode, productCode, accountId, payerNumber: paymentMobile },
    ...optionRepeated(data, portal),
  }
}

/** Payments whose PIN goes to the wallet. A token of the holder's stands in the authorization header. */
export function servePinPayments(api: Api, portal: PinPortal): void {
  const { pinCheckout } = portal
  const { waiting, failureOf, endOf } = createPinAnswers(portal)

  async function begin(data: Initiating, holder: Holder): Promise<PinBegin | CheckoutProblem | ApiAnswer> {
    if (data.txnId !== undefined) {
      const transactionId = TransactionId.safeParse(data.txnId).data
      return transactionId === undefined
        ? failed('not_found')
        : pinCheckout.again({ ...holder, transactionId }, toRepeat(data, portal))
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
    const shown = { accountId: data.accountId, payerNumber: data.paymentMobile, ...optionRepeated(data, portal) }
    const result = await pinCheckout.process({ client, token, transactionId, sealed, keyId }, shown)
    if (result.outcome !== 'over') return failureOf(result)
    const inFlight = succeed({ transactionId, transactionStatus }, transactionStatuses[transactionStatus])
    return (await endOf(result)) ?? inFlight
  })
}
