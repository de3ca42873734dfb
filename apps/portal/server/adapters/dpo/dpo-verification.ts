import { isSameMoney, type Money, parseMoney } from '@nyanja/domain/money/money'
import type { AskedAttempt, VerificationResult } from '../../payments/payment-gateway.ts'
import type { DpoReply } from './dpo-calls.ts'

// With the bank, nobody knows: only 900 leaves it to the customer.
const resultByCode: Readonly<Record<string, VerificationResult>> = {
  '001': { state: 'review', reason: 'dpo: authorised, not captured' },
  '002': { state: 'review', reason: 'dpo: over- or underpaid' },
  '003': { state: 'unknown' },
  '005': { state: 'unknown' },
  '007': { state: 'unknown' },
  '900': { state: 'pending' },
  '901': { state: 'refused', reason: 'declined' },
  '903': { state: 'refused', reason: 'expired' },
  '904': { state: 'refused', reason: 'cancelled_by_customer' },
}

const frauds: Readonly<Record<string, string>> = {
  '001': 'dpo: paid, fraud check asks for a person',
  '002': 'dpo: paid, blocked by the fraud check',
}

export const paid = '000'

export function toVerificationResult(reply: DpoReply, attempt: AskedAttempt): VerificationResult {
  if (reply.Result !== paid) return resultByCode[reply.Result] ?? { state: 'unknown' }

  const fraud = frauds[reply.FraudAlert ?? '']
  if (fraud !== undefined) return { state: 'review', reason: fraud }
  if (!echoesAmount(reply, attempt.amount)) return { state: 'review', reason: 'dpo: paid, but not this amount' }
  return {
    state: 'captured',
    reference: reply.CompanyRef || attempt.id,
    amount: attempt.amount,
    ...(attempt.providerReference !== undefined && { providerReference: attempt.providerReference }),
  }
}

/** After a conversion it is not certain which pair holds the order's currency, so either may. */
function echoesAmount(reply: DpoReply, due: Money): boolean {
  const pairs = [
    [reply.TransactionCurrency, reply.TransactionAmount],
    [reply.TransactionFinalCurrency, reply.TransactionFinalAmount],
  ] as const
  return pairs.some(([currency, amount]) => {
    const echoed = currency === due.currency && amount !== undefined && parseMoney(amount, due.currency)
    return echoed && isSameMoney(echoed, due)
  })
}
