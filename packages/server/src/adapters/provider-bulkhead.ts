import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from 'cockatiel'

export const notSentReasons = ['circuit_open', 'bulkhead_full'] as const
export type NotSentReason = (typeof notSentReasons)[number]

/** Not sent: nothing left us, since the provider cannot be reached or has enough calls of ours under way. */
export type Admission<Value> =
  | { readonly outcome: 'passed'; readonly value: Value }
  | { readonly outcome: 'not_sent'; readonly reason: NotSentReason }

export interface ProviderBulkhead {
  /** Throws what `act` throws. */
  pass<Value>(act: () => Promise<Value>): Promise<Admission<Value>>
  /** Nobody gets through right now. */
  readonly isOpen: boolean
}

export interface BulkheadOptions {
  /** A provider that hangs holds up so many calls, and then no more of ours. */
  readonly mostAtOnce: number
  /** That a connection could not even be made. */
  readonly isConnectFailure: (thrown: unknown) => boolean
  readonly toggled: (isOpen: boolean) => void
}

/** Once so many connections in a row have failed, one call in so long finds out whether the next would succeed. */
export const breakerSettings = { connectFailures: 5, probeAfterMs: 10_000 } as const

/** Breaker and bulkhead of one provider. */
export function createProviderBulkhead({ mostAtOnce, isConnectFailure, toggled }: BulkheadOptions): ProviderBulkhead {
  const room = bulkhead(mostAtOnce)
  const breaker = circuitBreaker(handleWhen(isConnectFailure), {
    halfOpenAfter: breakerSettings.probeAfterMs,
    breaker: new ConsecutiveBreaker(breakerSettings.connectFailures),
  })
  let isOpen = false
  const report = (toOpen: boolean) => {
    if (isOpen === toOpen) return
    isOpen = toOpen
    toggled(toOpen)
  }
  // A probe that fails breaks it once more.
  breaker.onBreak(() => report(true))
  breaker.onReset(() => report(false))

  return {
    get isOpen() {
      return isOpen
    },

    async pass(act) {
      // The library would let them wait for the probe, past their own deadlines.
      if (breaker.state === CircuitState.HalfOpen) return { outcome: 'not_sent', reason: 'circuit_open' }
      try {
        return { outcome: 'passed', value: await room.execute(() => breaker.execute(act)) }
      } catch (thrown) {
        if (thrown instanceof BrokenCircuitError) return { outcome: 'not_sent', reason: 'circuit_open' }
        if (thrown instanceof BulkheadRejectedError) return { outcome: 'not_sent', reason: 'bulkhead_full' }
        throw thrown
      }
    },
  }
}
