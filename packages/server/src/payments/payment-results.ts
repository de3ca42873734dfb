import type { Challenged } from '@nyanja/domain/rate-limits/rate-limit'
import type { Attempt } from './attempt.ts'
import type { PlacedOrder } from './orders.ts'
import type { Refusal } from './payment-gateway.ts'

interface NotInitiated {
  readonly outcome: 'order_ended' | 'too_many_prompts' | 'method_unavailable' | 'proof_missing'
}

export type InitiateResult =
  | { readonly outcome: 'initiated' | 'already_begun'; readonly attempt: Attempt }
  | NotInitiated

/** With `planned` the attempt may be stored. */
export type PlanResult = { readonly outcome: 'planned'; readonly attempt: Attempt } | NotInitiated

export type UnchallengedResult =
  | { readonly outcome: 'redirect'; readonly attempt: Attempt; readonly url: string }
  | { readonly outcome: 'waiting'; readonly attempt: Attempt }
  /** `url` is the gateway's page, on which the payer may still pay. */
  | { readonly outcome: 'already_processed'; readonly attempt: Attempt; readonly url?: string }
  | { readonly outcome: 'refused'; readonly attempt: Attempt; readonly reason: Refusal }
  | { readonly outcome: 'too_many_prompts' | 'being_paid' }
  | { readonly outcome: 'order_ended' }

/** The requester may need to solve a challenge or wait before another handset is prompted. */
export type ProcessResult = UnchallengedResult | Challenged

/** The attempt that a payer may continue: the new one, or the one that prevents it. */
export type Reserved =
  | { readonly outcome: 'reserved'; readonly order: PlacedOrder; readonly attempt: Attempt }
  | { readonly outcome: 'already_processed'; readonly attempt: Attempt }
  | Exclude<InitiateResult, { readonly attempt: Attempt }>

export type HandedOver =
  | { readonly outcome: 'handed_over'; readonly attempt: Attempt }
  | { readonly outcome: 'ended' | 'too_late' | 'too_many_prompts' | 'being_paid' }

export type PayResult = Exclude<InitiateResult, { readonly attempt: Attempt }> | ProcessResult

/** Finds where the payer of an attempt that was sent to a provider continues, while that page accepts payment. */
export function resume(attempt: Attempt, now: number): UnchallengedResult {
  return attempt.state === 'waiting' && attempt.gatewayUrl !== undefined && now < attempt.expiresAt
    ? { outcome: 'redirect', attempt, url: attempt.gatewayUrl }
    : { outcome: 'already_processed', attempt }
}
