/** The gateways that this process currently cannot reach. */
export interface Reachability {
  toggled(gateway: string, isOpen: boolean): void
  isReachable(gateway: string): boolean
  /**
   * Returns true for every visitor, or for one visitor per period while the gateway is unreachable, so that its
   * recovery is noticed.
   */
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
