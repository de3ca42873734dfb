import { randomInt } from 'node:crypto'
import { type Sum, takes } from '../core/minor-units.ts'
import type { ResultCode } from './results.ts'
import type { Simulation } from './simulation.ts'
import type { Payment, Transaction } from './transaction.ts'

interface Ending {
  readonly result: ResultCode
  /** What was taken of the sum that was asked; absent: nothing. */
  readonly taken?: (asked: Sum) => Sum
  readonly finalSum?: (asked: Sum) => Sum
  readonly fraudAlert?: string
  readonly isReversed?: true
  /** Nobody tells the merchant of it. */
  readonly isSilent?: true
}

/** All ways in which a transaction can end, or be left hanging. */
export const endings = {
  paid: { result: '000', taken: takes.asAsked },
  authorized: { result: '001' },
  overpaid: { result: '002', taken: takes.more(10_000) },
  underpaid: { result: '002', taken: takes.half },
  pending_bank: { result: '003' },
  queued: { result: '005' },
  split_pending: { result: '007' },
  not_paid: { result: '900', isSilent: true },
  declined: { result: '901' },
  expired: { result: '903', isSilent: true },
  cancelled: { result: '904', isSilent: true },
  wrong_amount: { result: '000', taken: takes.more(100) },
  wrong_currency: { result: '000', taken: takes.dollarsOr('MWK') },
  converted: { result: '000', taken: takes.dollarsOr('MWK'), finalSum: takes.asAsked },
  fraud_alert: { result: '000', taken: takes.asAsked, fraudAlert: '001' },
  fraud_blocked: { result: '000', taken: takes.asAsked, fraudAlert: '002' },
  reversed: { result: '904', taken: takes.asAsked, isReversed: true },
} as const satisfies Readonly<Record<string, Ending>>

export type EndingName = keyof typeof endings

/** Money that was taken stays taken, unless it is reversed. */
export function conclude(
  transaction: Transaction,
  name: EndingName,
  simulation: Pick<Simulation, 'ledger' | 'now' | 'push'>,
): boolean {
  const ending: Ending = endings[name]
  if (!simulation.ledger.allows(transaction, name)) return false
  transaction.result = ending.result
  transaction.payment ??= paymentOf(transaction, ending, simulation.now())
  transaction.isReversed = ending.isReversed ?? false
  if (!ending.isSilent) simulation.push(transaction.token)
  return true
}

function paymentOf({ sum: asked }: Transaction, ending: Ending, now: Date): Payment | undefined {
  const { taken, finalSum = taken, fraudAlert = '000' } = ending
  if (taken === undefined || finalSum === undefined) return undefined
  const approval = String(randomInt(100_000, 1_000_000))
  return { sum: taken(asked), finalSum: finalSum(asked), approval, fraudAlert, at: now.toISOString() }
}
