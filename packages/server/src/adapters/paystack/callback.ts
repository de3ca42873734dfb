import { createHmac } from 'node:crypto'
import { parseJson } from '@nyanja/domain/json'
import { z } from 'zod'
import { isSameSecret } from '../../common/seal.ts'
import type { CallbackReader, CallbackReading } from '../../payments/payment-gateway.ts'

export interface PaystackCallbackOptions {
  /** Webhooks are signed with the key of the API. */
  readonly secretKey: string
  /** Until the last webhook that was signed with it has come. */
  readonly previousSecretKey?: string
}

const Reference = z.string().min(1)

/** Where an event names our attempt. Whatever else it says, metadata of any type included, is not looked at. */
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
  { secretKey, previousSecretKey }: PaystackCallbackOptions,
): CallbackReading {
  const keys = previousSecretKey === undefined ? [secretKey] : [secretKey, previousSecretKey]
  if (!keys.some((key) => isSigned(rawBody, signature, key))) return 'wrong_signature'
  const event = Event.safeParse(parseJson(rawBody.toString('utf8')))
  return event.success ? { reference: referenceIn(event.data.data) } : 'unreadable'
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
