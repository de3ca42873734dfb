/** Which gateways cannot be reached right now, as far as this process knows. */
export interface Reachability {
  toggled(gateway: string, isOpen: boolean): void
  isReachable(gateway: string): boolean
  /** True for everybody, or for one in so long while it cannot be reached: somebody must find out that it can be again. */
  isAvailable(gateway: string): boolean
}

const tryEveryMs = 10_000

export function createReachability(now: () => number): Reachability {
  const nextTryAt = new Map<string, number>()
  const isReachable = (gateway: string) => now() >= (nextTryAt.get(gateway) ?? 0)
  return {
    toggled(gateway, isOpen) {
      if (isOpen) nextTryAt.set(gateway, now() + tryEveryMs)
      else nextTryAt.delete(gateway)
    },
    isReachable,
    isAvailable(gateway) {
      if (!isReachable(gateway)) return false
      if (nextTryAt.has(gateway)) nextTryAt.set(gateway, now() + tryEveryMs)
      return true
    },
  }
}
