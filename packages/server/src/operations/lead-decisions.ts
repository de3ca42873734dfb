/** What a person does to an order that the BSS does not have. */
export interface LeadDecision {
  readonly reference: string
  readonly who: string
  readonly why: string
}

/** `not_possible`: it does not stand so. `undecided`: the BSS may have it. `busy`: a worker has it just now. */
export type LeadDecided = 'done' | 'unknown' | 'not_possible' | 'undecided' | 'busy'

/** Each is one move with its record of who did it: together or not at all. */
export interface LeadDecisions {
  /** Hands in again what the BSS refused. */
  retry(decision: LeadDecision): Promise<LeadDecided>
  /** It stands in the BSS under that id, and is followed from now on. */
  taken(decision: LeadDecision & { readonly bssReference: string }): Promise<LeadDecided>
  /** Ends what the BSS is sure not to have, and tells whoever ordered. */
  close(decision: LeadDecision): Promise<LeadDecided>
}
