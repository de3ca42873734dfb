import { randomBytes } from 'node:crypto'
import { PaymentLedger } from '../core/payment-ledger.ts'
import { type Refund, refundedMinor, type Terms, type Transaction } from './transaction.ts'

const firstId = 4_099_260_516
const firstRefundId = 15_581_137

export interface Refunded {
  readonly transaction: Transaction
  readonly refund: Refund
}

export type Ledger = PaymentLedger<Transaction, 'id' | 'reference' | 'accessCode' | 'refund'>

export const createLedger = (): Ledger =>
  new PaymentLedger({
    provider: 'paystack',
    namesOf: ({ id, reference, accessCode, refunds }) => ({
      id: String(id),
      reference,
      accessCode,
      refund: refunds.map((refund) => String(refund.id)),
    }),
    isReversed: ({ status }) => status === 'reversed',
    captureOf: (transaction) => {
      const { payment, reference, accessCode, email } = transaction
      return (
        payment && {
          reference,
          providerReference: accessCode,
          amountMinor: payment.sum.minor,
          currency: payment.sum.currency,
          payer: email,
          refundedMinor: refundedMinor(transaction),
          at: payment.at,
        }
      )
    },
  })

interface LedgerAndClock {
  readonly ledger: Ledger
  readonly now: () => Date
}

export function createTransaction(terms: Terms, { ledger, now }: LedgerAndClock): Transaction {
  return ledger.add({
    ...terms,
    id: firstId + ledger.size,
    accessCode: randomBytes(8).toString('hex'),
    createdAt: now().toISOString(),
    status: 'abandoned',
    gatewayResponse: 'The transaction was not completed',
    channel: undefined,
    card: undefined,
    awaited: undefined,
    challenge: undefined,
    dueAtMs: undefined,
    payment: undefined,
    refunds: [],
  })
}

export function addRefund(
  transaction: Transaction,
  refund: Omit<Refund, 'id' | 'at'>,
  { ledger, now }: LedgerAndClock,
): Refund {
  const added: Refund = { ...refund, id: firstRefundId + listRefunds(ledger).length, at: now().toISOString() }
  transaction.refunds = [...transaction.refunds, added]
  ledger.index(transaction)
  return added
}

export function findRefund(ledger: Ledger, id: string): Refunded | undefined {
  const transaction = ledger.find('refund', id)
  const refund = transaction?.refunds.find((candidate) => String(candidate.id) === id)
  return transaction && refund && { transaction, refund }
}

export const listRefunds = (ledger: Ledger): readonly Refunded[] =>
  ledger.all().flatMap((transaction) => transaction.refunds.map((refund) => ({ transaction, refund })))
