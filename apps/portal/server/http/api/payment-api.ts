import type { Checkout } from '@nyanja/server/payments/checkout'
import type { PlacedOrder } from '@nyanja/server/payments/orders'
import type { z } from 'zod'
import { initiatePayment, processPayment, roundedNote } from '../../../contract/payment.ts'
import { transactionStatuses } from '../../../contract/transaction.ts'
import type { Portal } from '../../portal.ts'
import { type ApiAnswer, failed, isByPin, refusedAnswer } from './api-answer.ts'
import { type Api, type Call, serve } from './api-serve.ts'
import { serializeAmount } from './product-api.ts'
import { checkoutFailure, findRepeatedOption, readCheckout } from './read-checkout.ts'

type InitiatePortal = Pick<Portal, 'market' | 'cardGateways' | 'checkout' | 'openPaymentOptions'>

type InitiateCall = Call<z.output<typeof initiatePayment.input>, z.input<typeof initiatePayment.answer>['result']>

export function serveInitiate(api: Api, portal: InitiatePortal): void {
  const { market, checkout, openPaymentOptions } = portal
  async function initiate({ input: { data }, client, succeed }: InitiateCall): Promise<ApiAnswer> {
    const reading = readCheckout(data, client, portal, await openPaymentOptions())
    if ('problem' in reading) return reading.problem
    if (isByPin(reading.request.method)) return failed('method_unavailable')
    const result = await checkout.initiate(reading.request)
    if (result.outcome !== 'initiated') return checkoutFailure(result, market)
    const { order, attempt } = result
    const { id, amount } = attempt
    const charged = { transactionId: id, amount: serializeAmount(amount), currencyCode: amount.currency }
    return { ...succeed(charged, isRounded(order) ? roundedNote : undefined), begun: { order, attempt } }
  }

  // A proof is used up, and tries of an account are counted.
  const isRepeatable = ({ data }: InitiateCall['input']) =>
    data.uniqueCode === undefined && data.accountId === undefined
  serve(api, initiatePayment, initiate, isRepeatable)
}

const isRounded = ({ choice }: PlacedOrder) => 'bill' in choice && choice.bill.roundedFrom !== undefined

const statusAfter = {
  redirect: 'REQUEST_RAISED',
  waiting: 'IN_PROCESS',
  already_processed: 'ALREADY_PROCESSED',
} as const

type Processed = Awaited<ReturnType<Checkout['process']>>
type Succeed = Call<unknown, ProcessedResponse>['succeed']
interface ProcessedResponse {
  readonly transactionId: string
  readonly transactionStatus: (typeof statusAfter)[keyof typeof statusAfter]
  readonly redirectUrl?: string
}

export function serveProcess(api: Api, portal: Pick<Portal, 'checkout' | 'market' | 'cardGateways'>): void {
  const { checkout, market } = portal
  function answerOf(transactionId: string, result: Processed, succeed: Succeed) {
    if (result.outcome === 'refused')
      return refusedAnswer({ id: transactionId, method: result.attempt.method }, result.reason, market.brand)
    if (!('attempt' in result)) return checkoutFailure(result, market)
    const transactionStatus = statusAfter[result.outcome]
    const page = 'url' in result && result.url !== undefined ? { redirectUrl: result.url } : {}
    return succeed({ transactionId, transactionStatus, ...page }, transactionStatuses[transactionStatus])
  }

  serve(api, processPayment, async ({ input, client, endUser, succeed }) => {
    const { transactionId, accountId, paymentMobile } = input.data
    const shown = {
      accountId,
      payerNumber: paymentMobile,
      ...findRepeatedOption(input.data, portal),
      ...(endUser !== undefined && { endUser }),
    }
    return answerOf(transactionId, await checkout.process(transactionId, client, shown), succeed)
  })
}
