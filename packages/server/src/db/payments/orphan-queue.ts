const pauseMs = 5_000

/** A lane of the worker that looks now and then for work that a dead process held. */
export function createOrphanQueue(recoverOrphans: () => Promise<void>, now: () => number) {
  let nextAt = 0
  return {
    name: 'take up',
    width: 1,
    async claim(): Promise<readonly (() => Promise<void>)[]> {
      if (now() < nextAt) return []
      nextAt = now() + pauseMs
      return [recoverOrphans]
    },
  }
}
