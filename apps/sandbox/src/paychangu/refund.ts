import type { JsonObject } from '../core/json.ts'
import type { Checkout, RefundState } from './checkout.ts'
import type { Desk, RefundOutcome } from './desk.ts'

interface Answer {
  readonly status: number
  readonly body: JsonObject
}

const refused = (status: number, message: string): Answer => ({ status, body: { status: 'failed', message } })

const refusals: Partial<Record<RefundOutcome, Answer>> = {
  failed: refused(400, 'Refund failed.'),
  forbidden: refused(403, 'Direct card charge access is not authorized.'),
}

/** Gives a whole charge back; PayChangu knows neither parts nor a way to ask what became of it. */
export function refundOf(checkout: Checkout | undefined, { refundOutcome }: Desk): Answer {
  const refusal = refusals[refundOutcome]
  if (refusal) return refusal
  if (checkout === undefined) return refused(404, 'Charge not found.')
  if (checkout.payment === undefined || checkout.isReversed) return refused(400, 'The charge was not successful.')
  if (checkout.refund === 'done' || checkout.refund === 'pending') {
    return refused(400, 'The charge has already been refunded.')
  }
  checkout.refund = stateOf(refundOutcome)
  return {
    status: 200,
    body: {
      status: 'success',
      message: 'Refund processed successfully.',
      data: { charge_id: checkout.chargeId, status: words[checkout.refund] },
    },
  }
}

const stateOf = (outcome: RefundOutcome): RefundState =>
  outcome === 'pending' || outcome === 'declined' ? outcome : 'done'

const words: Readonly<Record<RefundState, string>> = { done: 'refunded', pending: 'pending', declined: 'failed' }
