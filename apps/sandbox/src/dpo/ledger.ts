import { randomUUID } from 'node:crypto'
import { PaymentLedger } from '../core/payment-ledger.ts'
import type { Capture } from '../core/simulator.ts'
import { payable, type ResultCode } from './results.ts'
import { refundedMinor, type Terms, type Transaction } from './transaction.ts'

const firstReference = 49_763_213

export type Ledger = PaymentLedger<Transaction, 'token' | 'reference' | 'companyRef'>

export const createLedger = (now: () => Date): Ledger =>
  new PaymentLedger({
    provider: 'dpo',
    namesOf: ({ token, reference, companyRef }) => ({ token, reference, companyRef }),
    captureOf,
    isReversed: ({ isReversed }) => isReversed,
    expiry: {
      now,
      isWaiting: ({ result }) => payable.includes(result),
      expiresAtMs: ({ expiresAtMs }) => expiresAtMs,
      expire: (transaction) => {
        transaction.result = '903'
      },
    },
  })

export function createTransaction(terms: Terms, { ledger, now }: { ledger: Ledger; now: () => Date }): Transaction {
  return ledger.add({
    ...terms,
    token: randomUUID().toUpperCase(),
    reference: `R${firstReference + ledger.size}`,
    createdAt: now().toISOString(),
    expiresAtMs: now().getTime() + terms.timeLimitMs,
    result: '900',
    declineReason: '',
    card: undefined,
    payment: undefined,
    challengeId: undefined,
    isVerified: false,
    isReversed: false,
    refunds: [],
  })
}

export const findByToken = (ledger: Ledger, token: string): Transaction | undefined =>
  ledger.find('token', token.toUpperCase())

/** The paid one if there is one, else the latest. */
export function findByCompanyRef(ledger: Ledger, companyRef: string): Transaction | undefined {
  const transactions = ledger.findAll('companyRef', companyRef)
  return transactions.find(({ payment }) => payment !== undefined) ?? transactions.at(-1)
}

export const getResult = (ledger: Ledger, transaction: Transaction): ResultCode => ledger.refresh(transaction).result

function captureOf(transaction: Transaction): Omit<Capture, 'provider'> | undefined {
  const { payment, companyRef, token, customer } = transaction
  return (
    payment && {
      reference: companyRef,
      providerReference: token,
      amountMinor: payment.sum.minor,
      currency: payment.sum.currency,
      payer: customer.phone,
      refundedMinor: refundedMinor(transaction),
      at: payment.at,
    }
  )
}
