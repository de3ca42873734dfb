import { performance } from 'node:perf_hooks'

/** Long enough that no single page fills it, short enough that a thousand visitors at once are soon seen. */
const lookEveryMs = 250
/** Share of the time without a pause from which on visitors wait for each other. */
const full = 0.9

/** Whether this process has had hardly a pause in the last quarter of a second: then less work for each visitor serves more of them. */
export function watchForRush(now: () => number, utilisation = performance.eventLoopUtilization): () => boolean {
  let seen = utilisation()
  let lookedAt = now()
  let isRush = false
  return () => {
    if (now() - lookedAt < lookEveryMs) return isRush
    const current = utilisation()
    isRush = utilisation(current, seen).utilization > full
    seen = current
    lookedAt = now()
    return isRush
  }
}
