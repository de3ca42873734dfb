export interface Memory<T> {
  readonly ms: number
  /** The oldest is forgotten when there are more. */
  readonly entries: number
  readonly now: () => number
  readonly read: (key: string) => Promise<T>
}

/** Of an answer that may have changed since, no more than so old; the newer one takes its place. */
export type Recall<T> = (key: string, noOlderThanMs?: number) => Promise<T>

/** Asks once for all who want the same at the same time, and remembers the answer for a while. A failure is not remembered. */
export function rememberFor<T>({ ms, entries, now, read }: Memory<T>): Recall<T> {
  const remembered = new Map<string, { readonly at: number; readonly value: Promise<T> }>()

  return (key, noOlderThanMs = ms) => {
    const known = remembered.get(key)
    if (known !== undefined && now() < known.at + Math.min(ms, noOlderThanMs)) return known.value

    const value = read(key)
    remembered.delete(key)
    remembered.set(key, { at: now(), value })
    value.catch(() => remembered.get(key)?.value === value && remembered.delete(key))
    const [oldest] = remembered.keys()
    if (remembered.size > entries && oldest !== undefined) remembered.delete(oldest)
    return value
  }
}
