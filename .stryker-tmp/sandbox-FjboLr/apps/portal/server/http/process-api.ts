// @ts-nocheck
import { processPayment } from '../../contract/process.ts'
import { refusals } from '../../contract/refusals.ts'
import { transactionStatuses } from '../../contract/transaction-statuses.ts'
import type { Refusal } from '../payments/payment-gateway.ts'
import type { ProcessResult } from '../payments/payments.ts'
import type { Portal } from '../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, type Call, serve } from './api-serve.ts'

interface RefusalShape {
  readonly code?: number | string
  readonly reason: string
}

/** Every reason that a provider can give has its words. */
export const refusalShapes: Readonly<Record<Refusal, RefusalShape>> = refusals

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
  const values = { product: market.brand }

  function answerOf(transactionId: string, result: ProcessResult, succeed: Succeed) {
    if (result.outcome === 'too_many_prompts') return failed('too_many_requests')
    if (result.outcome === 'refused') {
      const { reason, code } = refusalShapes[result.reason]
      const ended = { transactionId, transactionStatus: 'FAILED' }
      return failed('payment_refused', {
        message: reason,
        ...(code === undefined ? {} : { code }),
        result: ended,
        values,
      })
    }
    const transactionStatus = statusAfter[result.outcome]
    const page = result.outcome === 'redirect' ? { redirectUrl: result.url } : {}
    return succeed({ transactionId, transactionStatus, ...page }, transactionStatuses[transactionStatus])
  }

  serve(api, processPayment, async ({ input, client, succeed }) => {
    const { transactionId } = input.data
    return answerOf(transactionId, await checkout.process(transactionId, client), succeed)
  })
}
