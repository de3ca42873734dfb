/** A counter: the policy, the dimension and the counted subject. */
export interface RateKey {
  readonly key: string
  readonly windowMs: number
}

/** In its window. */
export interface RateCount {
  readonly spent: number
  readonly succeeded: number
}

/** Counts for all processes together. */
export interface RateStore {
  /** By key; keys without counts are missing. */
  read(keys: readonly RateKey[], at: number): Promise<ReadonlyMap<string, RateCount>>
  add(
    keys: readonly RateKey[],
    counts: { readonly at: number; readonly spent?: number; readonly succeeded?: number },
  ): Promise<void>
}
