import { parseJson } from '@nyanja/domain/json'
import { z } from 'zod'
import type { CallbackAnswer, CallbackReader } from '../../payments/payment-gateway.ts'

export interface TinggCallbackOptions {
  /**
   * With `later` a payment is acknowledged as received, and accepted by a separate call once verified. With `inline` it
   * is accepted at once, for services that do not know "received".
   */
  readonly acknowledges?: 'later' | 'inline'
}

const Notification = z.object({
  merchant_transaction_id: z.string().min(1),
  checkout_request_id: z.union([z.string(), z.number()]).optional(),
})

const acknowledgements = {
  later: { status_code: '188', status_description: 'Received' },
  inline: { status_code: '183', status_description: 'Accepted' },
} as const

/**
 * Tingg does not sign notifications, so one only triggers a status check. It is repeated until it gets a body with a
 * status code.
 */
export function createTinggCallbackReader({ acknowledges = 'later' }: TinggCallbackOptions = {}): CallbackReader {
  const buildAnswer = (ids: Readonly<Record<string, unknown>>): CallbackAnswer => ({
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify({ ...ids, ...acknowledgements[acknowledges] }),
  })

  return {
    isSigned: false,
    read(rawBody) {
      const { data: ids } = Notification.safeParse(parseJson(rawBody.toString('utf8')))
      if (ids === undefined) return 'unreadable'
      const attemptId = ids.merchant_transaction_id
      return { attemptId, answer: buildAnswer({ ...ids, receipt_number: attemptId }) }
    },
    answer: buildAnswer({}),
  }
}
