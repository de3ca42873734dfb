import type { PlacedOrder } from '@nyanja/server/payments/order'
import { initiatePayment, roundedNote } from '../../../contract/initiate.ts'
import type { Portal } from '../../portal.ts'
import { failed } from './api-answer.ts'
import { type Api, serve } from './api-serve.ts'
import { checkoutFailure, readCheckout } from './checkout-asked.ts'
import { isByPin } from './refusal-shapes.ts'
import { serializeAmount } from './serialize-bundle.ts'

type InitiatePortal = Pick<Portal, 'market' | 'cardGateways' | 'checkout' | 'openPaymentOptions'>

export function serveInitiate(api: Api, portal: InitiatePortal): void {
  const { market, checkout, openPaymentOptions } = portal
  serve(api, initiatePayment, async ({ input: { data }, client, succeed }) => {
    const reading = readCheckout(data, client, portal, await openPaymentOptions())
    if ('problem' in reading) return reading.problem
    if (isByPin(reading.request.method)) return failed('method_unavailable')
    const result = await checkout.initiate(reading.request)
    if (result.outcome !== 'initiated') return checkoutFailure(result, market)
    const { id, amount } = result.attempt
    const charged = { transactionId: id, amount: serializeAmount(amount), currencyCode: amount.currency }
    return succeed(charged, isRounded(result.order) ? roundedNote : undefined)
  })
}

const isRounded = ({ choice }: PlacedOrder) => 'bill' in choice && choice.bill.roundedFrom !== undefined
