import type { Callback, CallbackAnswer } from '../core/callbacks.ts'
import { isJsonObject, textAt } from '../core/json.ts'
import { acknowledge, acknowledgementIn } from './acknowledge.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { detailsOf, type ViewOptions } from './views.ts'

/** Every 30 seconds for a day. */
const retryAfterMs = Array.from({ length: 2 * 60 * 24 }, () => 30_000)

/** What Tingg posts to the address in the request, unsigned, until the body that comes back acknowledges it. */
export function notificationOf(request: CheckoutRequest, view: ViewOptions): Callback {
  const body = { ...detailsOf(request, view), request_status_code: String(view.status) }
  return {
    provider: 'tingg',
    url: request.callbackUrl,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    retryAfterMs,
    // What moved on meanwhile, by a call of the merchant's own, need not be told any more.
    isReceipt: (answer) => isAcknowledged(request, answer) || request.status !== view.status,
  }
}

/** The answer is the merchant's acknowledgement; a bare 200 is none. */
function isAcknowledged(request: CheckoutRequest, { status, body }: CallbackAnswer): boolean {
  const acknowledgement = status === 200 ? acknowledgementIn(statusCodeIn(body)) : undefined
  if (acknowledgement === undefined) return false
  acknowledge(request, acknowledgement)
  return true
}

function statusCodeIn(body: string): string {
  try {
    const answer: unknown = JSON.parse(body)
    return isJsonObject(answer) ? (textAt(answer, 'status_code') ?? '') : ''
  } catch {
    return ''
  }
}
