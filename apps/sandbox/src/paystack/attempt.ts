import { payBy } from './endings.ts'
import type { Simulation, Transaction } from './ledger.ts'

/** Paystack publishes neither how long the page waits for the customer, nor how long a bank transfer takes. */
const timeoutsMs = 600_000
const transferMs = 20_000

/** The customer has entered a card, and one more step is required. */
export function beginCard(
  transaction: Transaction,
  awaited: NonNullable<Transaction['awaited']>,
  simulation: Simulation,
): void {
  transaction.status = 'ongoing'
  transaction.gatewayResponse = 'Transaction in progress'
  transaction.channel = 'card'
  transaction.awaited = awaited
  transaction.dueAtMs = simulation.dueAtMs(timeoutsMs)
  expectEnd(transaction, simulation)
}

/** The customer reports that the transfer was made. */
export function beginTransfer(transaction: Transaction, simulation: Simulation): void {
  transaction.status = 'pending'
  transaction.gatewayResponse = 'Pending'
  transaction.channel = 'bank_transfer'
  transaction.awaited = undefined
  transaction.dueAtMs = simulation.dueAtMs(transferMs)
  expectEnd(transaction, simulation)
}

/** The customer cancelled, or took too long; the payment can still be made. */
export function leave(transaction: Transaction): void {
  if (transaction.status !== 'ongoing') return
  transaction.status = 'abandoned'
  transaction.gatewayResponse = 'The transaction was not completed'
}

/** Completes what was started when it is due, also after a restart. */
export function expectEnd(transaction: Transaction, simulation: Simulation): void {
  const { dueAtMs } = transaction
  if (dueAtMs === undefined) return
  simulation.at(dueAtMs, () => {
    if (transaction.dueAtMs !== dueAtMs) return
    leave(transaction)
    if (transaction.status === 'pending') payBy(transaction, 'bank_transfer', simulation)
  })
}
