import { LRUCache } from 'lru-cache'
import { atMost } from '../common/cache.ts'

const enoughEnquiries = 3

/** Bounds memory in a long-running process; dropped entries are counted from zero. */
const mostRemembered = 10_000

export interface NotFoundTally {
  /** Counts another "not found"; true once it was repeated often and long enough to be reliable. */
  isReliable(id: string): boolean
  forget(id: string): void
}

export function createNotFoundTally(now: () => number, reliableAfterMs: number): NotFoundTally {
  const seen = new LRUCache<string, { readonly since: number; readonly times: number }>(atMost(mostRemembered))

  return {
    isReliable(id) {
      const { since, times } = seen.get(id) ?? { since: now(), times: 0 }
      seen.set(id, { since, times: times + 1 })
      return times + 1 >= enoughEnquiries && now() - since >= reliableAfterMs
    },
    forget: (id) => void seen.delete(id),
  }
}
