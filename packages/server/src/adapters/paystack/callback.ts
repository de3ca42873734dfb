import { createHmac } from 'node:crypto'
import { parseJson } from '@nyanja/domain/json'
import { z } from 'zod'
import { isSameSecret } from '../../common/seal.ts'
import type { CallbackReader, CallbackReading } from '../../payments/payment-gateway.ts'

export interface PaystackCallbackOptions {
  /** Webhooks are signed with the API key. The previous one is valid until the last webhook with it has arrived. */
  readonly secretKeys: readonly string[]
}

const Reference = z.string().min(1)

/** The places in which an event names our attempt. All other fields are ignored, including metadata of any type. */
const Event = z.union([
  z.object({ event: z.literal('charge.success'), data: z.object({ reference: Reference }) }),
  z.object({ event: z.string().startsWith('refund.'), data: z.object({ transaction_reference: Reference }) }),
  z.object({
    event: z.string().startsWith('charge.dispute.'),
    data: z.object({ transaction: z.object({ reference: Reference }) }),
  }),
])

export function readPaystackCallback(
  rawBody: Buffer,
  signature: unknown,
  { secretKeys }: PaystackCallbackOptions,
): CallbackReading {
  if (!secretKeys.some((key) => isSigned(rawBody, signature, key))) return 'wrong_signature'
  const event = Event.safeParse(parseJson(rawBody.toString('utf8')))
  return event.success ? { attemptId: referenceIn(event.data.data) } : 'unreadable'
}

export function createPaystackCallbackReader(options: PaystackCallbackOptions): CallbackReader {
  return {
    isSigned: true,
    read: (rawBody, headers) => readPaystackCallback(rawBody, headers['x-paystack-signature'], options),
    answer: { status: 200, contentType: 'application/json', body: '{}' },
  }
}

function referenceIn(data: z.infer<typeof Event>['data']): string {
  if ('reference' in data) return data.reference
  return 'transaction' in data ? data.transaction.reference : data.transaction_reference
}

function isSigned(rawBody: Buffer, signature: unknown, key: string): boolean {
  if (typeof signature !== 'string' || !/^[\da-f]{128}$/.test(signature)) return false
  return isSameSecret(createHmac('sha512', key).update(rawBody).digest(), Buffer.from(signature, 'hex'))
}
