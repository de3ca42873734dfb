export interface Cache<T> {
  readonly ms: number
  readonly now: () => number
  readonly read: () => Promise<T>
}

export interface Cached<T> {
  value(): Promise<T>
  forget(): void
}

/** Shares one read among callers within the period, which starts with the read. A failure is not cached. */
export function cached<T>({ ms, now, read }: Cache<T>): Cached<T> {
  let kept: { readonly until: number; readonly value: Promise<T> } | undefined
  return {
    value() {
      if (kept !== undefined && now() < kept.until) return kept.value
      const reading = { until: now() + ms, value: read() }
      kept = reading
      reading.value.catch(() => {
        if (kept === reading) kept = undefined
      })
      return reading.value
    },
    forget() {
      kept = undefined
    },
  }
}
