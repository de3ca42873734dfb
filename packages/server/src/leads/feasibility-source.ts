import type { LeadAddress } from './lead.ts'

export type FeasibilityResult =
  | { readonly outcome: 'feasible' }
  | { readonly outcome: 'not_feasible'; readonly reason?: string }
  | { readonly outcome: 'unknown' }

/** Says whether internet at home reaches a place. */
export interface FeasibilitySource {
  /** `unknown`: nobody could say just now. */
  check(place: LeadAddress & { readonly id: string }): Promise<FeasibilityResult>
}
