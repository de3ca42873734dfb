import { processPayment } from '../../contract/process.ts'
import { transactionStatuses } from '../../contract/transaction-statuses.ts'
import type { ProcessResult } from '../payments/payments.ts'
import type { Portal } from '../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, type Call, serve } from './api-serve.ts'
import { refusedAnswer } from './refusal-shapes.ts'

const statusAfter = {
  redirect: 'REQUEST_RAISED',
  waiting: 'IN_PROCESS',
  already_processed: 'ALREADY_PROCESSED',
} as const

type Succeed = Call<unknown, ProcessedOnWire>['succeed']
interface ProcessedOnWire {
  readonly transactionId: string
  readonly transactionStatus: (typeof statusAfter)[keyof typeof statusAfter]
  readonly redirectUrl?: string
}

export function serveProcess(api: Api, { checkout, market }: Pick<Portal, 'checkout' | 'market'>): void {
  function answerOf(transactionId: string, result: ProcessResult, succeed: Succeed) {
    if (result.outcome === 'too_many_prompts') return failed('too_many_requests')
    if (result.outcome === 'being_paid') return failed('being_paid')
    if (result.outcome === 'refused')
      return refusedAnswer({ id: transactionId, method: result.attempt.method }, result.reason, market.brand)
    const transactionStatus = statusAfter[result.outcome]
    const page = result.outcome === 'redirect' ? { redirectUrl: result.url } : {}
    return succeed({ transactionId, transactionStatus, ...page }, transactionStatuses[transactionStatus])
  }

  serve(api, processPayment, async ({ input, client, succeed }) => {
    const { transactionId } = input.data
    return answerOf(transactionId, await checkout.process(transactionId, client), succeed)
  })
}
