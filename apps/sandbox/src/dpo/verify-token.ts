import { decimalOf, type Sum } from '../core/minor-units.ts'
import type { Fields } from './fields.ts'
import { findByCompanyRef, findByToken, getResult } from './ledger.ts'
import { type Answer, answer, fieldFault, mismatch, resultWords } from './results.ts'
import type { Simulation } from './simulation.ts'
import type { Transaction } from './transaction.ts'

export function verifyToken(request: Fields, simulation: Simulation): Answer {
  const { ledger } = simulation
  if (!request.has('TransactionToken') && !request.has('CompanyRef')) return fieldFault('TransactionToken')

  const transaction = request.has('TransactionToken')
    ? findByToken(ledger, request.text('TransactionToken'))
    : findByCompanyRef(ledger, request.text('CompanyRef'))
  if (transaction === undefined) return mismatch(request.has('TransactionToken') ? 'TransactionToken' : 'CompanyRef')

  const result = getResult(ledger, transaction)
  if (request.text('VerifyTransaction') !== '0' && result === '000') transaction.isVerified = true
  const words = result === '901' && transaction.declineReason ? transaction.declineReason : resultWords[result]
  return answer(result, words, detailsOf(transaction))
}

export function detailsOf(transaction: Transaction): Record<string, string> {
  const { customer, card, payment, companyRef, sum } = transaction
  const paid = payment?.sum ?? sum
  return {
    CustomerName: customer.name,
    CustomerCredit: card?.last4 ?? '',
    CustomerCreditType: card?.brand ?? '',
    TransactionApproval: payment?.approval ?? '',
    ...sumTags('Transaction', paid),
    FraudAlert: payment?.fraudAlert ?? '000',
    // DPO's own spelling.
    FraudExplnation: fraudWords[payment?.fraudAlert ?? '000'] ?? '',
    TransactionNetAmount: payment ? decimalOf(netOf(paid)) : '',
    TransactionSettlementDate: payment ? payment.at.slice(0, 10).replaceAll('-', '/') : '',
    TransactionRollingReserveAmount: '',
    TransactionRollingReserveDate: '',
    CustomerPhone: customer.phone,
    CustomerCountry: customer.country,
    CustomerAddress: '',
    CustomerCity: '',
    CustomerZip: '',
    MobilePaymentRequest: '',
    AccRef: '',
    ...sumTags('TransactionFinal', payment?.finalSum ?? sum),
    CompanyRef: companyRef,
  }
}

const fraudWords: Readonly<Record<string, string>> = {
  '000': 'Genuine transaction',
  '001': 'Low Risk (Not checked)',
  '002': 'Suspected Fraud Alert',
}

const sumTags = (prefix: string, { minor, currency }: Sum): Record<string, string> => ({
  [`${prefix}Currency`]: currency,
  [`${prefix}Amount`]: decimalOf(minor),
})

/** What is left after a fee of three percent. */
const netOf = ({ minor }: Sum): number => minor - Math.round((minor * 3) / 100)
