import { minorIn } from '../core/minor-units.ts'
import type { Fields } from './fields.ts'
import {
  findByToken,
  type Refund,
  type RefundOutcome,
  type RefundState,
  refundableMinor,
  type Simulation,
  type Transaction,
} from './ledger.ts'
import { type Answer, answer, fieldFault, mismatch } from './results.ts'

const refused = (reason: string): Answer => answer('999', reason)

export function refundToken(request: Fields, simulation: Simulation): Answer {
  const missing = request.firstMissing(['refundAmount', 'refundDetails'])
  if (missing !== undefined) return fieldFault(missing)
  const transaction = namedIn(request, simulation)
  if (transaction === undefined) return fieldFault('TransactionToken')
  if (transaction === 'unknown') return mismatch('TransactionToken')

  const minor = minorIn(request.text('refundAmount'))
  if (minor === undefined) return fieldFault('refundAmount')
  const reference = request.text('refundRef')
  const refusal = whyNot(transaction, { minor, reference }, simulation)
  if (refusal !== undefined) return refused(refusal)

  const refund: Refund = {
    minor,
    reference,
    details: request.text('refundDetails'),
    state: stateOf(request, simulation),
  }
  transaction.refunds = [...transaction.refunds, refund]
  return answer('000', 'Refund is done')
}

function whyNot(
  transaction: Transaction,
  { minor, reference }: Pick<Refund, 'minor' | 'reference'>,
  { refundOutcome }: Simulation,
): string | undefined {
  if (transaction.payment === undefined) return 'Transaction is not paid'
  if (refundOutcome === 'failed') return 'Refund failed'
  const isRepeated = reference !== '' && transaction.refunds.some((refund) => refund.reference === reference)
  if (isRepeated) return 'Refund reference already exists'
  return minor > refundableMinor(transaction) ? 'Refund amount is higher than the paid amount' : undefined
}

/** A merchant who demands approval gets his refund only when a second person agrees. */
function stateOf(request: Fields, { refundOutcome }: Simulation): RefundState {
  const outcome: RefundOutcome = request.text('refundApproval') === '1' ? 'pending' : refundOutcome
  return outcome === 'failed' ? 'declined' : outcome
}

function namedIn(request: Fields, { ledger }: Simulation): Transaction | 'unknown' | undefined {
  if (request.has('TransactionToken')) return findByToken(ledger, request.text('TransactionToken')) ?? 'unknown'
  if (request.has('TransRef')) return ledger.find('reference', request.text('TransRef')) ?? 'unknown'
  return undefined
}

const refundAnswers = {
  done: answer('000', 'Refund found'),
  declined: answer('008', 'Refund declined'),
  pending: answer('009', 'Refund pending manual approval'),
} as const satisfies Readonly<Record<RefundState, Answer>>

/** Speaks of the latest refund of the transaction. */
export function verifyRefund(request: Fields, { ledger }: Simulation): Answer {
  if (!request.has('TransRef')) return fieldFault('TransRef')
  const transaction = ledger.find('reference', request.text('TransRef'))
  if (transaction === undefined) return mismatch('TransRef')
  const latest = transaction.refunds.at(-1)
  return latest ? refundAnswers[latest.state] : refused('Refund not found')
}
