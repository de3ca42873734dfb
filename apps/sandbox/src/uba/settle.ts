import { type Sum, takes } from '../core/minor-units.ts'
import type { Outcome, Payment } from './payment.ts'
import type { Simulation } from './simulation.ts'

interface Ending {
  readonly outcome: Outcome
  /** What was taken of the sum that was asked; absent: nothing. */
  readonly taken?: (asked: Sum) => Sum
}

/** All ways in which a payment can end. */
export const endings = {
  approved: { outcome: 'approved', taken: takes.asAsked },
  wrong_amount: { outcome: 'approved', taken: takes.more(100) },
  declined: { outcome: 'declined' },
  cancelled: { outcome: 'cancelled' },
} as const satisfies Readonly<Record<string, Ending>>

type EndingName = keyof typeof endings

/** False: money that was taken stays taken. */
export function conclude(
  payment: Payment,
  name: EndingName,
  { now, payments }: Pick<Simulation, 'now' | 'payments'>,
): boolean {
  const ending: Ending = endings[name]
  if (!payments.allows(payment, name)) return false
  payment.outcome = ending.outcome
  payment.taken = ending.taken && { sum: ending.taken(payment.sum), at: now().toISOString() }
  return true
}
