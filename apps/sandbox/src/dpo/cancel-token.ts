import type { Desk } from './desk.ts'
import type { Fields } from './fields.ts'
import { type Answer, answer, fieldFault, mismatch } from './results.ts'

export function cancelToken(request: Fields, { ledger }: Desk): Answer {
  if (!request.has('TransactionToken')) return fieldFault('TransactionToken')
  const transaction = ledger.byToken(request.text('TransactionToken'))
  if (transaction === undefined) return mismatch('TransactionToken')
  if (transaction.result !== '904' && !ledger.canBePaid(transaction)) {
    return answer('999', 'Transaction cannot be cancelled')
  }
  transaction.result = '904'
  return answer('000', 'Transaction cancelled')
}
