import { money } from '@nyanja/domain/money/money'
import type { RefundResult, VerificationResult } from '../../payments/payment-gateway.ts'
import type { Adjustment } from './adjustments.ts'

/** What all debits under one reference say together. Undefined: the BSS has none. */
export function toVerificationResult(debits: readonly Adjustment[], reference: string): VerificationResult | undefined {
  const [taken, ...more] = debits.filter(({ state }) => state === 'done')
  if (more.length > 0) return { state: 'review', reason: 'bss adjustBalance: debited more than once' }
  if (taken !== undefined) return captured(taken, reference)
  if (debits.some(({ state }) => state === 'strange')) return { state: 'unknown' }
  if (debits.some(({ state }) => state === 'open')) return { state: 'pending' }
  // The standard has no word for why.
  return debits.length > 0 ? { state: 'refused', reason: 'refused' } : undefined
}

function captured({ id, change }: Adjustment, reference: string): VerificationResult {
  const amount = change && money(change.currency, 0 - change.minor)
  return { state: 'captured', reference, providerReference: id, ...(amount && { amount }) }
}

/** What all credits under one reference say together. Undefined: the BSS has none. */
export function refundOver(credits: readonly Pick<Adjustment, 'state'>[]): RefundResult | undefined {
  if (credits.some(({ state }) => state === 'done')) return 'refunded'
  if (credits.some(({ state }) => state === 'strange')) return 'unknown'
  if (credits.some(({ state }) => state === 'open')) return 'pending'
  return credits.length > 0 ? 'refused' : undefined
}
