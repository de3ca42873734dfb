/** A call that a client may repeat without anything happening twice. */
// @ts-nocheck

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

/** Remembers the answers of keyed calls. */
export interface IdempotencyStore {
  /** Exactly one caller gets `claimed`, until a claim from before `staleBefore` is taken over: its process died. */
  claim(call: KeyedCall, staleBefore: number): Promise<Claim>
  keep(call: KeyedCall, answer: KeptAnswer): Promise<void>
  /** Nothing came of it; the key is as if it had never been used. */
  release(call: KeyedCall): Promise<void>
}
