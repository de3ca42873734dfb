import { LRUCache } from 'lru-cache'

interface MemoryOptions {
  readonly ms: number
  readonly entries: number
  readonly now: () => number
}

export interface Memory<Value> extends MemoryOptions {
  readonly read: (key: string) => Promise<Value>
}

/** Of an answer that may have changed since, no more than so old; the newer one takes its place. */
export type Recall<Value> = (key: string, noOlderThanMs?: number) => Promise<Value>

/** Reads once for all who want the same at the same time, and remembers the answer for a while. A failure is not remembered. */
export function rememberFor<Value>({ read, ...options }: Memory<Value>): Recall<Value> {
  const recall = createMemory<Value>(options)
  return (key, noOlderThanMs) => recall(key, () => read(key), noOlderThanMs)
}

/** The same for a caller whose key alone does not say what to read. */
export function createMemory<Value>({ ms, entries, now }: MemoryOptions) {
  const remembered = new LRUCache<string, { readonly at: number; readonly value: Promise<Value> }>({ max: entries })

  return (key: string, read: () => Promise<Value>, noOlderThanMs = ms): Promise<Value> => {
    const known = remembered.get(key)
    if (known !== undefined && now() < known.at + Math.min(ms, noOlderThanMs)) return known.value
    const value = read()
    remembered.set(key, { at: now(), value })
    value.catch(() => remembered.get(key)?.value === value && remembered.delete(key))
    return value
  }
}
