import type { CardHouse } from '../card-desk/card-house.ts'
import type { Desk } from './desk.ts'
import type { ResultCode } from './results.ts'
import { backUrlOf, redirectUrlOf } from './return-urls.ts'
import { settle } from './settle.ts'
import type { Transaction } from './transaction.ts'

const closedWords: Partial<Record<ResultCode, string>> = {
  '000': 'This payment is done',
  '903': 'The time for this payment has passed',
  '904': 'This payment was cancelled',
}

/** The hosted page: a declined card may be followed by another, and a visitor who left may come back. */
export function cardHouseOf(desk: Desk): CardHouse<Transaction> {
  const { ledger } = desk
  return {
    provider: 'dpo',
    name: 'DPO Pay',
    tint: '#1d4e89',
    pagePaths: ['/dpo/payv2.php', '/dpo/payv3.php'],
    acsPath: '/dpo/acs-return',
    find: (token) => ledger.byToken(token),
    referenceOf: ({ companyRef }) => companyRef,
    isOpen: (transaction) => ledger.canBePaid(transaction),
    closedWords: ({ result }) => closedWords[result] ?? 'This payment is being processed',
    pay: (transaction) => settle(transaction, 'paid', desk),
    decline: (transaction) => settle(transaction, 'declined', desk),
    cancel: () => {},
    wayBack: (transaction) => (transaction.payment ? redirectUrlOf(transaction) : backUrlOf(transaction)),
  }
}
