import { namesOf } from '../core/names-of.ts'
import type { Payment } from './payment.ts'
import type { Till } from './till.ts'

type Turn = (till: Till, payment: Payment) => void

/** What a test may make of a payment, at any time: a failed one may still succeed. */
const turns = {
  success: (till, payment) => till.capture(payment),
  in_process: (till, payment) => till.doubt(payment),
  refused: (till, payment) => till.fail(payment, 'REFUSED'),
  insufficient_funds: (till, payment) => till.fail(payment, 'INSUFFICIENT_FUNDS'),
  limit_exceeded: (till, payment) => till.fail(payment, 'LIMIT_EXCEEDED'),
  wallet_locked: (till, payment) => till.fail(payment, 'WALLET_LOCKED'),
  expired: (till, payment) => till.expire(payment),
  reversed: (till, payment) => till.reverse(payment),
} as const satisfies Readonly<Record<string, Turn>>

type TurnName = keyof typeof turns

export const turnNames = namesOf(turns)

/** False: taken money can only be reversed, and nothing else about it turns. */
export function settle(payment: Payment, name: TurnName, till: Till): boolean {
  const isTaken = payment.walletReference !== undefined
  if (isTaken && (name !== 'reversed' || payment.refundedMinor > 0)) return false
  turns[name](till, payment)
  return true
}
