export interface Recent<Value> {
  find(key: string): Value | undefined
  keep(key: string, value: Value): void
}

/** Remembers no more than `most`: what was kept first is forgotten first. */
export function createRecent<Value>(most: number): Recent<Value> {
  const kept = new Map<string, Value>()
  return {
    find: (key) => kept.get(key),

    keep(key, value) {
      kept.set(key, value)
      const [first] = kept.keys()
      if (kept.size > most && first !== undefined) kept.delete(first)
    },
  }
}
