const enoughEnquiries = 3
// A bound for the memory of a process that runs for months; who is dropped is counted anew.
const mostKept = 10_000

export interface NotFoundTally {
  /** Counts one more "not found"; true once it has been said often and long enough to be believed. */
  isCertain(id: string): boolean
  forget(id: string): void
}

export function createNotFoundTally(now: () => number, longEnoughMs: number): NotFoundTally {
  const seen = new Map<string, { readonly since: number; times: number }>()

  return {
    isCertain(id) {
      const entry = seen.get(id) ?? { since: now(), times: 0 }
      entry.times += 1
      seen.set(id, entry)
      const [oldest] = seen.keys()
      if (seen.size > mostKept && oldest !== undefined) seen.delete(oldest)
      return entry.times >= enoughEnquiries && now() - entry.since >= longEnoughMs
    },
    forget(id) {
      seen.delete(id)
    },
  }
}
