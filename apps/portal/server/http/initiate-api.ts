import { initiatePayment } from '../../contract/initiate.ts'
import type { Portal } from '../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { checkoutFailure, readCheckout } from './checkout-asked.ts'
import { isByPin } from './refusal-shapes.ts'

export function serveInitiate(api: Api, { market, checkout }: Pick<Portal, 'market' | 'checkout'>): void {
  serve(api, initiatePayment, async ({ input: { data }, client, succeed }) => {
    const reading = readCheckout(data, client, market)
    if ('problem' in reading) return reading.problem
    if (isByPin(reading.request.method)) return failed('method_unavailable')
    const result = await checkout.initiate(reading.request)
    return result.outcome === 'initiated'
      ? succeed({ transactionId: result.attempt.id })
      : checkoutFailure(result, market)
  })
}
