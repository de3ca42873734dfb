/** Keeps no more than `most` values: the one that was not used for longest goes first. */
export class LruCache<Value> {
  readonly #most: number
  readonly #values = new Map<string, Value>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest)
  }

  delete(key: string): void {
    this.#values.delete(key)
  }
}

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
  const remembered = new LruCache<{ readonly at: number; readonly value: Promise<Value> }>(entries)

  return (key, noOlderThanMs = ms) => {
    const known = remembered.get(key)
    if (known !== undefined && now() < known.at + Math.min(ms, noOlderThanMs)) return known.value
    const value = read(key)
    remembered.set(key, { at: now(), value })
    value.catch(() => remembered.get(key)?.value === value && remembered.delete(key))
    return value
  }
}
