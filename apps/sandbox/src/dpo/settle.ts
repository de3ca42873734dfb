import { randomInt } from 'node:crypto'
import type { Sum } from '../card-desk/card-house.ts'
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

const asAsked = (asked: Sum): Sum => asked
const plus =
  (minor: number) =>
  (asked: Sum): Sum => ({ ...asked, minor: asked.minor + minor })
const half = ({ minor, currency }: Sum): Sum => ({ minor: Math.ceil(minor / 2), currency })
const otherCurrency = ({ minor, currency }: Sum): Sum => ({ minor, currency: currency === 'USD' ? 'MWK' : 'USD' })

/** All ways in which a transaction can end, or be left hanging. */
export const endings = {
  paid: { result: '000', taken: asAsked },
  authorized: { result: '001' },
  overpaid: { result: '002', taken: plus(10_000) },
  underpaid: { result: '002', taken: half },
  pending_bank: { result: '003' },
  queued: { result: '005' },
  split_pending: { result: '007' },
  not_paid: { result: '900', isSilent: true },
  declined: { result: '901' },
  expired: { result: '903', isSilent: true },
  cancelled: { result: '904', isSilent: true },
  wrong_amount: { result: '000', taken: plus(100) },
  wrong_currency: { result: '000', taken: otherCurrency },
  converted: { result: '000', taken: otherCurrency, finalSum: asAsked },
  fraud_alert: { result: '000', taken: asAsked, fraudAlert: '001' },
  fraud_blocked: { result: '000', taken: asAsked, fraudAlert: '002' },
  reversed: { result: '904', taken: asAsked, isReversed: true },
} as const satisfies Readonly<Record<string, Ending>>

export type EndingName = keyof typeof endings

/** Money that was taken stays taken, unless it is reversed. */
export function conclude(
  transaction: Transaction,
  name: EndingName,
  simulation: Pick<Simulation, 'now' | 'push'>,
): boolean {
  const ending: Ending = endings[name]
  if (transaction.payment !== undefined && (!ending.isReversed || transaction.isReversed)) return false
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
