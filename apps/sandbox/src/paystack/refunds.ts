import { isJsonObject, type JsonObject } from '../core/bodies.ts'
import { refundOutcomeOf } from './endings.ts'
import { minorOf, missing, textOf } from './initialize.ts'
import {
  addRefund,
  findRefund,
  type RefundOfTransaction,
  type RefundOutcome,
  refundableMinor,
  refundedMinor,
  type Simulation,
  type Transaction,
} from './ledger.ts'
import { type Answer, done, newRefundView, refundEvent, refundView, refusals } from './views.ts'

/** Paystack does not publish this duration; it is our assumption. */
const processingMs = 10_000

export function createRefund(body: JsonObject, simulation: Simulation): Answer {
  const absent = missing(body, 'transaction')
  if (absent) return absent
  const transaction = namedIn(body, simulation)
  if (transaction === undefined) return refusals.unknownTransaction
  const requestedMinor = body.amount === undefined ? refundableMinor(transaction) : minorOf(body, 'amount')
  const refusal = whyNot(transaction, requestedMinor, body)
  if (refusal) return refusal

  const refund = addRefund(
    transaction,
    {
      minor: requestedMinor ?? 0,
      customerNote: textOf(body, 'customer_note') || `Refund for transaction ${transaction.reference}`,
      merchantNote: textOf(body, 'merchant_note') || `Refund for transaction ${transaction.reference}`,
      dueAtMs: simulation.dueAtMs(processingMs),
      outcome: refundOutcomeOf(transaction.card) ?? simulation.settings.refundOutcome,
      status: 'pending',
    },
    simulation,
  )
  const answer = done('Refund has been queued for processing', newRefundView(transaction, refund))
  reportOf({ transaction, refund }, simulation)
  expectRefund({ transaction, refund }, simulation)
  return answer
}

function whyNot(transaction: Transaction, minor: number | undefined, body: JsonObject): Answer | undefined {
  if (transaction.payment === undefined) return refusals.unpaid
  if (refundableMinor(transaction) === 0) return refusals.reversed
  if (minor === undefined) return refusals.badField('amount')
  const currency = textOf(body, 'currency')
  if (currency !== '' && currency !== transaction.sum.currency) return refusals.badField('currency')
  return minor > refundableMinor(transaction) ? refusals.tooMuch : undefined
}

function namedIn(body: JsonObject, { ledger }: Simulation): Transaction | undefined {
  const name = textOf(body, 'transaction')
  return ledger.find('reference', name) ?? ledger.find('id', name)
}

export function readRefund(id: string, { ledger }: Simulation): Answer {
  const found = findRefund(ledger, id)
  return found ? done('Refund retrieved', refundView(found.transaction, found.refund)) : refusals.unknownRefund
}

/** Where the customer's bank refused the refund, staff enter the account by hand. */
export function retryRefund(id: string, body: JsonObject, simulation: Simulation): Answer {
  const found = findRefund(simulation.ledger, id)
  if (found === undefined) return refusals.unknownRefund
  const { refund_account_details: details } = body
  if (!isJsonObject(details)) return refusals.missing('refund_account_details')
  const absent = ['currency', 'account_number', 'bank_id'].map((key) => missing(details, key)).find(Boolean)
  if (absent) return absent
  const { refund, transaction } = found
  if (refund.status !== 'needs-attention') return refusals.noAttentionNeeded

  refund.status = 'processing'
  refund.outcome = 'processed'
  refund.dueAtMs = simulation.dueAtMs(processingMs)
  const answer = done('Refund retried and has been queued for processing', refundView(transaction, refund))
  expectRefund(found, simulation)
  return answer
}

/** Completes the refund when it is due, also after a restart. */
export function expectRefund(refunded: RefundOfTransaction, simulation: Simulation): void {
  const { refund } = refunded
  if (refund.outcome === 'pending' || !['pending', 'processing'].includes(refund.status)) return
  simulation.at(refund.dueAtMs, () => endRefund(refunded, refund.outcome, simulation))
}

export function endRefund(refunded: RefundOfTransaction, outcome: RefundOutcome, simulation: Simulation): void {
  const { transaction, refund } = refunded
  if (refund.status === 'pending') {
    refund.status = 'processing'
    reportOf(refunded, simulation)
  }
  if (refund.status !== 'processing') return
  refund.status = outcome
  reportOf(refunded, simulation)
  if (refundedMinor(transaction) === transaction.payment?.sum.minor) transaction.status = 'reversed'
}

function reportOf({ transaction, refund }: RefundOfTransaction, simulation: Simulation): void {
  simulation.notify(`refund.${refund.status}`, refundEvent(transaction, refund))
}
