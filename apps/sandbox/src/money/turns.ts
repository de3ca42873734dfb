import { namesOf } from '../core/names-of.ts'
import type { Payment } from './payment.ts'
import type { Till } from './till.ts'

type Turn = (till: Till, payment: Payment) => void

/** What a test may make of a payment, at any time: a failed one may still succeed. */
const turns = {
  success: (till, payment) => till.capture(payment),
  ambiguous: (till, payment) => till.doubt(payment),
  failed: (till, payment) => till.fail(payment, 'not_honoured'),
  wrong_pin: (till, payment) => till.fail(payment, 'wrong_pin'),
  no_pin: (till, payment) => till.fail(payment, 'invalid_field'),
  timed_out: (till, payment) => till.fail(payment, 'timed_out'),
  expired: (till, payment) => till.expire(payment),
  reversed: (till, payment) => {
    till.capture(payment)
    till.reverse(payment)
  },
} as const satisfies Readonly<Record<string, Turn>>

type TurnName = keyof typeof turns

export const turnNames = namesOf(turns)

/** False: taken money can only be reversed, and nothing else about it turns. */
export function settle(payment: Payment, name: TurnName, till: Till): boolean {
  const isTaken = payment.moneyId !== undefined
  if (isTaken && (name !== 'reversed' || payment.refundedMinor > 0)) return false
  turns[name](till, payment)
  return true
}
