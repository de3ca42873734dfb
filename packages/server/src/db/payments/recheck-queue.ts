import type { Queue } from '../../payments/worker.ts'

export interface RecheckQueue extends Queue {
  /** The database was away for a moment, and with it whatever callbacks would have noted. */
  request(): void
}

/** Runs `recheck` at the start of a worker and after each request, again and again until it succeeds. */
export function createRecheckQueue(recheck: () => Promise<void>): RecheckQueue {
  let isRequested = true
  return {
    name: 'recheck attempts',
    width: 1,
    request() {
      isRequested = true
    },
    async claim() {
      if (!isRequested) return []
      return [
        async () => {
          isRequested = false
          await recheck().catch((error: unknown) => {
            isRequested = true
            throw error
          })
        },
      ]
    },
  }
}
