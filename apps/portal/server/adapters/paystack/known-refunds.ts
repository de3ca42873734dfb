// A bound for the memory of a process that runs for months.
const mostKept = 10_000

export interface KnownRefunds {
  keep(attemptId: string, refundId: string): void
  find(attemptId: string): string | undefined
}

/**
 * Paystack finds a refund by an id of its own only, which it tells once. Who has forgotten it, as after a restart, can
 * still see from the transaction that all was given back.
 */
export function createKnownRefunds(): KnownRefunds {
  const refundIds = new Map<string, string>()

  return {
    keep(attemptId, refundId) {
      refundIds.set(attemptId, refundId)
      const [oldest] = refundIds.keys()
      if (refundIds.size > mostKept && oldest !== undefined) refundIds.delete(oldest)
    },
    find: (attemptId) => refundIds.get(attemptId),
  }
}
