import { isSameMoney, parseMoney } from '@nyanja/domain/money/money'
import type { AskedAttempt, VerificationResult } from '../../payments/payment-gateway.ts'
import { splitReference } from './uba-reference.ts'

const approved = 'Approved Transaction'

export const tokensOf = (text: string): readonly string[] => text.split(';').map((token) => token.trim())

export const isApproved = (text: string): boolean => tokensOf(text)[0] === approved

export interface Window {
  readonly paymentWindowMs: number
  readonly now: () => number
}

/** The first token says whether it is paid; what the others say is not published. */
export function toVerificationResult(
  text: string,
  attempt: AskedAttempt,
  { paymentWindowMs, now }: Window,
): VerificationResult {
  if (isApproved(text)) return captured(text, attempt)
  const registered = splitReference(attempt.providerReference)
  // The answer with its page is lost, so nobody is sent there, and nobody knows since when it may be paid.
  if (registered === undefined) return { state: 'unknown' }
  const isOver = now() >= registered.registeredAt + paymentWindowMs
  return isOver ? { state: 'refused', reason: 'expired' } : { state: 'pending' }
}

function captured(text: string, { id, amount, providerReference }: AskedAttempt): VerificationResult {
  const echoed = tokensOf(text).flatMap((token) =>
    looksLikeAmount(token) ? (parseMoney(token, amount.currency) ?? []) : [],
  )
  const isThisAmount = echoed.some((money) => isSameMoney(money, amount))
  if (echoed.length > 0 && !isThisAmount) return { state: 'review', reason: 'uba: paid, but not this amount' }
  return {
    state: 'captured',
    reference: id,
    ...(isThisAmount && { amount }),
    ...(providerReference !== undefined && { providerReference }),
  }
}

/** Whole numbers are codes and references. */
const looksLikeAmount = (token: string): boolean => /^\d+\.\d{2}$/.test(token)
