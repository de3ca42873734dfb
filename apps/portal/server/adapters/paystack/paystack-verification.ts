import { z } from 'zod'
import type { AskedAttempt, VerificationResult } from '../../payments/payment-gateway.ts'

export const Verified = z.object({
  data: z.object({
    status: z.string(),
    reference: z.string(),
    amount: z.number().int(),
    /** Differs from the amount when the customer bears the fees. */
    requested_amount: z.number().int().nullish(),
    currency: z.string(),
  }),
})

type Transaction = z.infer<typeof Verified>['data']

const paid = 'success'
/** What a transaction becomes once it is refunded in full, by whatever way. */
export const reversed = 'reversed'

// Of all that is open only an abandoned page is left to the customer; the rest may be with his bank.
const resultByStatus: Readonly<Record<string, VerificationResult>> = {
  abandoned: { state: 'pending' },
  ongoing: { state: 'unknown' },
  pending: { state: 'unknown' },
  processing: { state: 'unknown' },
  queued: { state: 'unknown' },
  failed: { state: 'refused', reason: 'declined' },
  [reversed]: { state: 'refused', reason: 'refused' },
}

export function toVerificationResult(transaction: Transaction, attempt: AskedAttempt): VerificationResult {
  const { status, reference } = transaction
  if (status !== paid) return resultByStatus[status] ?? { state: 'unknown' }
  if (!isThisAmount(transaction, attempt)) return { state: 'review', reason: 'paystack: paid, but not this amount' }
  return {
    state: 'captured',
    reference,
    amount: attempt.amount,
    ...(attempt.providerReference !== undefined && { providerReference: attempt.providerReference }),
  }
}

function isThisAmount({ amount, requested_amount, currency }: Transaction, { amount: due }: AskedAttempt): boolean {
  return currency === due.currency && requested_amount === due.minor && amount >= due.minor
}
