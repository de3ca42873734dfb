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

/** What was refused is replaced, once. For calls that have no effect without a good value. */
export async function replacingOnce<Value, Answer>(
  cached: Cached<Value>,
  transmit: (value: Value) => Promise<Answer>,
  isRefused: (answer: Answer) => boolean,
): Promise<Answer> {
  const first = await cached.get()
  const answer = await transmit(first)
  if (!isRefused(answer)) return answer
  cached.forget(first)
  return transmit(await cached.get())
}
