// @ts-nocheck
// A bound for the memory of a process that runs for months.
const mostKept = 10_000

export interface Latest<Value> {
  keep(id: string, value: Value): void
  find(id: string): Value | undefined
  forget(id: string): void
}

/** Remembers what it was given last, and drops the oldest: nobody may depend on finding something here. */
export function createLatest<Value>(most = mostKept): Latest<Value> {
  const kept = new Map<string, Value>()

  return {
    keep(id, value) {
      kept.delete(id)
      kept.set(id, value)
      const [oldest] = kept.keys()
      if (kept.size > most && oldest !== undefined) kept.delete(oldest)
    },
    find: (id) => kept.get(id),
    forget: (id) => void kept.delete(id),
  }
}
