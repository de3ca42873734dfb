// @ts-nocheck
import { initiatePayment } from '../../contract/initiate.ts'
import type { Portal } from '../portal.ts'
import { type Api, serve } from './api-serve.ts'
import { checkoutFailure, readCheckout } from './checkout-asked.ts'

export function serveInitiate(api: Api, { market, checkout }: Pick<Portal, 'market' | 'checkout'>): void {
  serve(api, initiatePayment, async ({ input: { data }, client, succeed }) => {
    const reading = readCheckout(data, client, market)
    if ('problem' in reading) return reading.problem
    const result = await checkout.initiate(reading.request)
    return result.outcome === 'initiated'
      ? succeed({ transactionId: result.attempt.id })
      : checkoutFailure(result, market)
  })
}
