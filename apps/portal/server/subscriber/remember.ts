export interface Memory<T> {
  readonly ms: number
  /** The oldest is forgotten when there are more. */
  readonly entries: number
  readonly now: () => number
  readonly read: (key: string) => Promise<T>
}

/** `anew`: what was remembered may be wrong by now; the new answer takes its place. */
export type Recall<T> = (key: string, how?: 'anew') => Promise<T>

/** Asks once for all who want the same at the same time, and remembers the answer for a while. A failure is not remembered. */
export function rememberFor<T>({ ms, entries, now, read }: Memory<T>): Recall<T> {
  const remembered = new Map<string, { readonly until: number; readonly value: Promise<T> }>()

  return (key, how) => {
    const known = remembered.get(key)
    if (how === undefined && known !== undefined && known.until > now()) return known.value

    const value = read(key)
    remembered.delete(key)
    remembered.set(key, { until: now() + ms, value })
    value.catch(() => remembered.delete(key))
    const [oldest] = remembered.keys()
    if (remembered.size > entries && oldest !== undefined) remembered.delete(oldest)
    return value
  }
}
