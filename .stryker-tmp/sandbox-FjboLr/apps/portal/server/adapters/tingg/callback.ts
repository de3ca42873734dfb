// @ts-nocheck
import { z } from 'zod'
import type { CallbackReader } from '../../payments/callback-reader.ts'

export interface TinggCallbackOptions {
  /**
   * `later`: received, and accepted by a call of its own once it is verified. `inline`: accepted at once, for services
   * that do not know "received".
   */
  readonly acknowledges?: 'later' | 'inline'
}

const Notification = z.object({ merchant_transaction_id: z.string().min(1) })

const bodies = {
  later: { status_code: '188', status_description: 'Received' },
  inline: { status_code: '183', status_description: 'Accepted' },
} as const

/** Tingg signs nothing, so a notification can only make us ask. It comes again until a body with a verdict answers. */
export function createTinggCallbackReader({ acknowledges = 'later' }: TinggCallbackOptions = {}): CallbackReader {
  return {
    read(rawBody) {
      const notification = Notification.safeParse(parsed(rawBody.toString('utf8')))
      return notification.success ? { reference: notification.data.merchant_transaction_id } : 'unreadable'
    },
    answer: { status: 200, contentType: 'application/json', body: JSON.stringify(bodies[acknowledges]) },
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
