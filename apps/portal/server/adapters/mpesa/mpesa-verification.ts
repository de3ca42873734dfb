import { PortalError } from '../../errors.ts'
import type { VerificationResult } from '../../payments/payment-gateway.ts'
import { codeOf, codes, isFault, type MpesaAnswer, refusalByCode } from './mpesa-codes.ts'

const nothing = 'N/A'

const resultByStatus: Readonly<Record<string, VerificationResult>> = {
  Cancelled: { state: 'refused', reason: 'cancelled_by_customer' },
  Expired: { state: 'refused', reason: 'expired' },
  [nothing]: { state: 'pending' },
}

/** What a query says of the payment that we call `id`. */
export function toVerificationResult(answer: MpesaAnswer, id: string): VerificationResult {
  const code = codeOf(answer)
  if (!answer.ok || code !== codes.processed) return withoutStatus(code)
  const { output_ResponseTransactionStatus: status = '', output_OriginalTransactionID: transactionId } = answer.value
  if (status !== 'Completed') return resultByStatus[status] ?? { state: 'unknown' }

  // No amount is echoed, so both names must be there for a match.
  if (!transactionId || transactionId === nothing) return { state: 'review', reason: 'mpesa: paid, but not named' }
  return { state: 'captured', reference: id, providerReference: transactionId }
}

function withoutStatus(code: string | undefined): VerificationResult {
  if (isFault(code)) throw new PortalError('provider_broke_contract', `mpesa query: ${code}`)
  const reason = refusalByCode[code ?? '']
  // INS-6 may as well say that the query itself has failed.
  return reason === undefined || code === codes.failed ? { state: 'unknown' } : { state: 'refused', reason }
}
