import { createHmac } from 'node:crypto'
import { parseJson } from '@nyanja/domain/json'
import { z } from 'zod'
import { isSameSecret } from '../../common/seal.ts'
import type { CallbackReader, CallbackReading } from '../../payments/payment-gateway.ts'

export interface PaychanguCallbackOptions {
  /**
   * The dashboard's webhook secret, and the previous one while it is rotated. For some accounts webhooks are reportedly
   * signed with the API's.
   */
  readonly webhookSecrets: readonly string[]
}

const Event = z.union([
  z.object({ event_type: z.literal('checkout.payment'), tx_ref: z.string().min(1) }),
  z.object({ event_type: z.literal('api.charge.payment'), charge_id: z.string().min(1) }),
])

export function createPaychanguCallbackReader(options: PaychanguCallbackOptions): CallbackReader {
  return {
    isSigned: true,
    read: (rawBody, headers) => read(rawBody, headers.signature, options),
    answer: { status: 200, contentType: 'application/json', body: '{}' },
  }
}

function read(rawBody: Buffer, signature: unknown, { webhookSecrets }: PaychanguCallbackOptions): CallbackReading {
  if (!webhookSecrets.some((secret) => isSigned(rawBody, signature, secret))) return 'wrong_signature'
  const event = Event.safeParse(parseJson(rawBody.toString('utf8')))
  if (!event.success) return 'unreadable'
  return { attemptId: 'tx_ref' in event.data ? event.data.tx_ref : event.data.charge_id }
}

function isSigned(rawBody: Buffer, signature: unknown, secret: string): boolean {
  if (typeof signature !== 'string' || !/^[\da-f]{64}$/i.test(signature)) return false
  return isSameSecret(createHmac('sha256', secret).update(rawBody).digest(), Buffer.from(signature, 'hex'))
}
