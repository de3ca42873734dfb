import { createHmac } from 'node:crypto'
import type { Json } from '../core/bodies.ts'
import type { Callback, CallbackMessage } from '../core/callbacks.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const every = (pauseMs: number, times: number): readonly number[] => Array.from({ length: times }, () => pauseMs)

/**
 * Live webhooks repeat every three minutes four times, then hourly until 72 hours have passed; test webhooks repeat
 * hourly for ten hours.
 */
const retriesOf = {
  live: [...every(3 * minuteMs, 4), ...every(hourMs, 71)],
  test: every(hourMs, 10),
} as const

interface Webhook {
  readonly url: string
  readonly secretKey: string
  readonly event: string
  readonly data: Json
}

/** Paystack posts to the merchant's address. Only HTTP 200 counts as received. */
export function webhookOf({ url, secretKey, event, data }: Webhook): Callback {
  const body = JSON.stringify({ event, data })
  const signedWith = (key: string): CallbackMessage => ({
    body,
    headers: { 'content-type': 'application/json', 'x-paystack-signature': signatureOf(body, key) },
  })
  return {
    provider: 'paystack',
    url,
    ...signedWith(secretKey),
    misSigned: () => signedWith(`not ${secretKey}`),
    retryAfterMs: retriesOf[secretKey.startsWith('sk_live_') ? 'live' : 'test'],
    isReceipt: ({ status }) => status === 200,
  }
}

export const signatureOf = (body: string, secretKey: string): string =>
  createHmac('sha512', secretKey).update(body).digest('hex')
