export interface PartOptions {
  readonly isFull: boolean
  readonly seed: number
  readonly seconds: number
  readonly checkTimeoutMs: number
}

/** The part uses up one resource. */
export interface Part {
  readonly did: string
  readonly violations: readonly string[]
}
