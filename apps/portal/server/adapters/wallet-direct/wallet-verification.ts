import { isCurrency, parseMoney } from '@nyanja/domain/money/money'
import { z } from 'zod'
import type { Refusal, VerificationResult } from '../../payments/payment-gateway.ts'
import { waitsForPin } from './pin-entry.ts'

export const PaymentState = z.object({
  status: z.string(),
  reasonCode: z.string().nullish(),
})

export const Enquired = PaymentState.extend({
  merchantTransactionId: z.string(),
  walletTransactionId: z.string(),
  walletReference: z.string().nullish(),
  amount: z.string(),
  currency: z.string(),
})

type Enquired = z.infer<typeof Enquired>

export const lockedReason = 'WALLET_LOCKED'

const refusals: Readonly<Record<string, Refusal>> = {
  INSUFFICIENT_FUNDS: 'insufficient_funds',
  LIMIT_EXCEEDED: 'limit_exceeded',
  REFUSED: 'declined',
  [lockedReason]: 'wrong_pin',
}

/** Why a payment is definitely over without money; undefined: it is not. */
export function refusalIn({ status, reasonCode }: z.infer<typeof PaymentState>): Refusal | undefined {
  if (status === 'EXPIRED') return 'expired'
  return status === 'FAILED' ? (refusals[reasonCode ?? ''] ?? 'refused') : undefined
}

export function toVerificationResult(enquired: Enquired): VerificationResult {
  const reason = refusalIn(enquired)
  if (reason !== undefined) return { state: 'refused', reason }
  if (enquired.status === 'SUCCESS') return captured(enquired)
  // With the PIN taken in there is nothing left for the customer to do.
  return { state: enquired.status === waitsForPin ? 'pending' : 'unknown' }
}

function captured(enquired: Enquired): VerificationResult {
  const { merchantTransactionId, walletTransactionId, walletReference, amount, currency } = enquired
  const paid = isCurrency(currency) ? parseMoney(amount, currency) : undefined
  if (paid === undefined) return { state: 'review', reason: 'wallet-direct: paid, but no amount that can be read' }
  return {
    state: 'captured',
    reference: merchantTransactionId,
    providerReference: walletReference ?? walletTransactionId,
    amount: paid,
  }
}
