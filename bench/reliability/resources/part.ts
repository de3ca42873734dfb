export interface PartOptions {
  readonly isFull: boolean
  readonly seed: number
  readonly seconds: number
  readonly checkTimeoutMs: number
}

/** One resource, used up. */
export interface Part {
  readonly did: string
  readonly violations: readonly string[]
}
