import type { Checkout } from '@nyanja/server/payments/checkout'
import { processPayment } from '../../../contract/process.ts'
import { transactionStatuses } from '../../../contract/transaction-statuses.ts'
import type { Portal } from '../../portal.ts'
import { type Api, type Call, serve } from './api-serve.ts'
import { checkoutFailure } from './checkout-asked.ts'
import { optionRepeated } from './payment-option-asked.ts'
import { refusedAnswer } from './refusal-shapes.ts'

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
      ...optionRepeated(input.data, portal),
      ...(endUser !== undefined && { endUser }),
    }
    return answerOf(transactionId, await checkout.process(transactionId, client, shown), succeed)
  })
}
