import { LRUCache } from 'lru-cache'

export interface Memory<Value> {
  readonly ms: number
  readonly entries: number
  readonly now: () => number
  readonly read: (key: string) => Promise<Value>
}

/** Of an answer that may have changed since, no more than so old; the newer one takes its place. */
export type Recall<Value> = (key: string, noOlderThanMs?: number) => Promise<Value>

/** Reads once for all who want the same at the same time, and remembers the answer for a while. A failure is not remembered. */
export function rememberFor<Value>({ ms, entries, now, read }: Memory<Value>): Recall<Value> {
  const remembered = new LRUCache<string, { readonly at: number; readonly value: Promise<Value> }>({ max: entries })

  return (key, noOlderThanMs = ms) => {
    const known = remembered.get(key)
    if (known !== undefined && now() < known.at + Math.min(ms, noOlderThanMs)) return known.value
    const value = read(key)
    remembered.set(key, { at: now(), value })
    value.catch(() => remembered.get(key)?.value === value && remembered.delete(key))
    return value
  }
}
