import { randomInt } from 'node:crypto'
import { type Sum, takes } from '../core/minor-units.ts'
import type { CheckoutRequest, Payment } from './checkout-request.ts'
import type { Simulation } from './simulation.ts'
import type { RequestStatus } from './status-codes.ts'

interface Ending {
  readonly status: RequestStatus
  /** What was taken of the sum that was asked; absent: nothing. */
  readonly taken?: (asked: Sum) => Sum
  /** The customer has it again. */
  readonly isPaidBack?: true
  /** Nobody tells the merchant of it. */
  readonly isSilent?: true
}

/** All ways in which a request can end, or be left hanging. */
export const endings = {
  paid: { status: 178, taken: takes.asAsked },
  accepted: { status: 183, taken: takes.asAsked, isSilent: true },
  received: { status: 188, taken: takes.asAsked, isSilent: true },
  rejected: { status: 180, taken: takes.asAsked, isPaidBack: true, isSilent: true },
  not_paid: { status: 130, isSilent: true },
  failed_attempt: { status: 99, isSilent: true },
  partial: { status: 176, taken: takes.half },
  expired: { status: 129, isSilent: true },
  expired_partial: { status: 179, taken: takes.half, isPaidBack: true, isSilent: true },
  wrong_amount: { status: 178, taken: takes.more(100) },
  wrong_currency: { status: 178, taken: takes.dollarsOr('MWK') },
  invalid: { status: 422, isSilent: true },
  reversed: { status: 187, taken: takes.asAsked, isPaidBack: true },
} as const satisfies Readonly<Record<string, Ending>>

type EndingName = keyof typeof endings

/** Money that was taken stays taken, unless it is reversed. */
export function conclude(
  request: CheckoutRequest,
  name: EndingName,
  simulation: Pick<Simulation, 'requests' | 'now' | 'notify'>,
): boolean {
  const ending: Ending = endings[name]
  if (!simulation.requests.allows(request, name)) return false
  request.status = ending.status
  request.payment ??= ending.taken && paymentOf(ending.taken(request.sum), simulation.now())
  request.isPaidBack = ending.isPaidBack ?? false
  if (ending.status === 99) request.failedPayments += 1
  if (!ending.isSilent) simulation.notify(request)
  return true
}

const paymentOf = (sum: Sum, now: Date): Payment => ({
  cpgTransactionId: String(randomInt(10_000_000_000_000, 100_000_000_000_000)),
  sum,
  at: now.toISOString(),
})
