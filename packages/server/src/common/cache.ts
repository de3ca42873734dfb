import { LRUCache } from 'lru-cache'

/** Bounds a cache that grows as it fills: given `max`, the cache allocates that many entries at once. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 }) as const

interface MemoryOptions {
  readonly ms: number
  readonly entries: number
  readonly now: () => number
}

export interface Memory<Value> extends MemoryOptions {
  readonly read: (key: string) => Promise<Value>
}

/** Accepts a cached answer up to this age; the newer one replaces it. */
export type Recall<Value> = (key: string, noOlderThanMs?: number) => Promise<Value>

/** Shares one read among concurrent callers and caches the answer for a while. A failure is not cached. */
export function createRecall<Value>({ read, ...options }: Memory<Value>): Recall<Value> {
  const recall = createMemory<Value>(options)
  return (key, noOlderThanMs) => recall(key, () => read(key), noOlderThanMs)
}

/** Creates the same cache for a caller whose key alone does not determine what to read. */
export function createMemory<Value>({ ms, entries, now }: MemoryOptions) {
  const remembered = new LRUCache<string, { readonly at: number; readonly value: Promise<Value> }>(atMost(entries))

  return (key: string, read: () => Promise<Value>, noOlderThanMs = ms): Promise<Value> => {
    const known = remembered.get(key)
    if (known !== undefined && now() < known.at + Math.min(ms, noOlderThanMs)) return known.value
    const value = read()
    remembered.set(key, { at: now(), value })
    value.catch(() => remembered.get(key)?.value === value && remembered.delete(key))
    return value
  }
}
