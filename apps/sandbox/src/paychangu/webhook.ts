import { createHmac } from 'node:crypto'
import type { Callback, CallbackMessage } from '../core/callbacks.ts'
import type { Checkout } from './checkout.ts'
import { detailsOf } from './views.ts'

/** How often PayChangu tries is not published; these are ours. */
const retryAfterMs = [60_000, 300_000, 900_000]

export const signatureOf = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/** What PayChangu posts to the address on the merchant's dashboard. */
export function webhookOf(url: string, secret: string, checkout: Checkout): Callback {
  const body = JSON.stringify(detailsOf(checkout))
  const signedWith = (key: string): CallbackMessage => ({
    body,
    headers: { 'content-type': 'application/json', signature: signatureOf(body, key) },
  })
  return {
    provider: 'paychangu',
    url,
    ...signedWith(secret),
    misSigned: () => signedWith(`not ${secret}`),
    retryAfterMs,
    isReceipt: ({ status }) => status === 200,
  }
}
