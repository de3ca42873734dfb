export interface Kept<Value> {
  readonly value: Value
  /** Epoch milliseconds after which it is fetched anew. */
  readonly goodUntil: number
}

export interface Cached<Value> {
  get(): Promise<Value>
  /** Fetches anew at the next use, unless that has been done since this value was handed out. */
  forget(value: Value): void
}

/** Keeps one value while it is good. Callers that come while it is being fetched share the one fetch. */
export function createCached<Value>(fetchValue: () => Promise<Kept<Value>>, now: () => number): Cached<Value> {
  let kept: Kept<Value> | undefined
  let underway: Promise<Value> | undefined

  async function refresh(): Promise<Value> {
    try {
      kept = await fetchValue()
      return kept.value
    } finally {
      underway = undefined
    }
  }

  return {
    async get() {
      if (kept !== undefined && now() < kept.goodUntil) return kept.value
      underway ??= refresh()
      return underway
    },
    forget(value) {
      if (kept?.value === value) kept = undefined
    },
  }
}
