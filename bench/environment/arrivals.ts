import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Begins work at a constant rate, whether or not earlier work has ended, as customers do. `begin` receives the planned
 * time, so that a generator that falls behind does not make waiting times look short.
 */
export async function arrive<T>(
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  begin: (intendedAt: number, index: number) => Promise<T>,
): Promise<readonly T[]> {
  const startedAt = Date.now()
  const begun: Promise<T>[] = []
  const count = Math.round(perSecond * seconds)
  while (begun.length < count) {
    const due = Math.min(count, Math.floor(((Date.now() - startedAt) / 1000) * perSecond) + 1)
    while (begun.length < due) begun.push(begin(startedAt + (begun.length * 1000) / perSecond, begun.length))
    await sleep(2)
  }
  return Promise.all(begun)
}

/** Returns the same numbers for the same seed, from 0 to below 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
