import { LRUCache } from 'lru-cache'

const enoughEnquiries = 3

/** Bounds the memory of a process that runs for months; what is dropped is counted anew. */
const mostRemembered = 10_000

export interface NotFoundTally {
  /** Counts one more "not found"; true once it has been said often and long enough to be believed. */
  isCertain(id: string): boolean
  forget(id: string): void
}

export function createNotFoundTally(now: () => number, longEnoughMs: number): NotFoundTally {
  const seen = new LRUCache<string, { readonly since: number; readonly times: number }>({ max: mostRemembered })

  return {
    isCertain(id) {
      const { since, times } = seen.get(id) ?? { since: now(), times: 0 }
      seen.set(id, { since, times: times + 1 })
      return times + 1 >= enoughEnquiries && now() - since >= longEnoughMs
    },
    forget: (id) => void seen.delete(id),
  }
}
