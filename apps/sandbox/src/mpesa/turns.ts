import { namesOf } from '../core/names-of.ts'
import type { Payment } from './payment.ts'
import type { Till } from './till.ts'

type Turn = (till: Till, payment: Payment) => void

/** What a test may make of a payment, at any time: a failed one may still succeed. */
const turns = {
  success: (till, payment) => till.capture(payment),
  refused: (till, payment) => till.fail(payment, 'cancelled'),
  wrong_pin: (till, payment) => till.fail(payment, 'failed'),
  no_balance: (till, payment) => till.fail(payment, 'no_balance'),
  expired: (till, payment) => till.expire(payment),
  doubtful: (till, payment) => till.doubt(payment),
} as const satisfies Readonly<Record<string, Turn>>

type TurnName = keyof typeof turns

export const turnNames = namesOf(turns)

/** False: money that is taken stays taken. */
export function settle(payment: Payment, name: TurnName, till: Till): boolean {
  if (payment.transactionId !== undefined) return false
  turns[name](till, payment)
  return true
}
