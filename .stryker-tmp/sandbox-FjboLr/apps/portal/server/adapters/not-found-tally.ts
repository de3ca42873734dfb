// @ts-nocheck
import { createLatest } from './latest.ts'

const enoughEnquiries = 3

export interface NotFoundTally {
  /** Counts one more "not found"; true once it has been said often and long enough to be believed. */
  isCertain(id: string): boolean
  forget(id: string): void
}

export function createNotFoundTally(now: () => number, longEnoughMs: number): NotFoundTally {
  // Who is dropped is counted anew.
  const seen = createLatest<{ readonly since: number; readonly times: number }>()

  return {
    isCertain(id) {
      const { since, times } = seen.find(id) ?? { since: now(), times: 0 }
      seen.keep(id, { since, times: times + 1 })
      return times + 1 >= enoughEnquiries && now() - since >= longEnoughMs
    },
    forget: seen.forget,
  }
}
