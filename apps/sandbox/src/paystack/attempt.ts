import type { Desk } from './desk.ts'
import { payBy } from './settle.ts'
import type { Transaction } from './transaction.ts'

/** Neither is published: how long the customer is waited for, and how long a bank transfer is on its way. */
const patienceMs = 600_000
const transferMs = 20_000

/** The customer has named his card, and something is still asked of him. */
export function beginCard(transaction: Transaction, awaited: NonNullable<Transaction['awaited']>, desk: Desk): void {
  transaction.status = 'ongoing'
  transaction.gatewayResponse = 'Transaction in progress'
  transaction.channel = 'card'
  transaction.awaited = awaited
  transaction.dueAtMs = desk.dueAtMs(patienceMs)
  expectEnd(transaction, desk)
}

/** The customer says that the money is on its way. */
export function beginTransfer(transaction: Transaction, desk: Desk): void {
  transaction.status = 'pending'
  transaction.gatewayResponse = 'Pending'
  transaction.channel = 'bank_transfer'
  transaction.awaited = undefined
  transaction.dueAtMs = desk.dueAtMs(transferMs)
  expectEnd(transaction, desk)
}

/** The customer turned back, or was waited for in vain; he may still come again. */
export function leave(transaction: Transaction): void {
  if (transaction.status !== 'ongoing') return
  transaction.status = 'abandoned'
  transaction.gatewayResponse = 'The transaction was not completed'
}

/** Comes back to what was begun when its time is over; also after a restart. */
export function expectEnd(transaction: Transaction, desk: Desk): void {
  const { dueAtMs } = transaction
  if (dueAtMs === undefined) return
  desk.at(dueAtMs, () => {
    if (transaction.dueAtMs !== dueAtMs) return
    leave(transaction)
    if (transaction.status === 'pending') payBy(transaction, 'bank_transfer', desk)
  })
}
