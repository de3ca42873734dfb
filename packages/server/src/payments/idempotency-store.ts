/** A call that a client may repeat without anything happening twice. */
export interface KeyedCall {
  readonly client: string
  readonly key: string
  /** Tells calls with another content apart. */
  readonly bodyHash: string
}

export interface KeptAnswer {
  readonly status: number
  readonly body: string
}

export type Claim =
  | { readonly outcome: 'claimed' | 'under_way' | 'other_body' }
  | { readonly outcome: 'answered'; readonly answer: KeptAnswer }

/** When this process claimed a call: epoch milliseconds, and no other claim of the process has the same. */
export type ClaimedAt = number

export interface Claiming {
  readonly at: ClaimedAt
  /** A claim from before then is taken over: its process died, or hangs. */
  readonly staleBefore: number
  /** A claim of this process of which it knows nothing is taken over: its answer, or its end, was lost on the way. */
  readonly isUnderWay: (at: ClaimedAt) => boolean
}

/** Remembers the answers of keyed calls. */
export interface IdempotencyStore {
  /** Exactly one caller gets `claimed`. */
  claim(call: KeyedCall, claiming: Claiming): Promise<Claim>
  keep(call: KeyedCall, at: ClaimedAt, answer: KeptAnswer): Promise<void>
  /** Nothing came of it; the key is as if it had never been used. */
  release(call: KeyedCall, at: ClaimedAt): Promise<void>
}
