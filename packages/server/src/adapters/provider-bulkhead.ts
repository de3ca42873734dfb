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

/** With `not_sent` the circuit is open, or the bulkhead is full. */
export type Admission<Value> =
  | { readonly outcome: 'passed'; readonly value: Value }
  | { readonly outcome: 'not_sent'; readonly reason: NotSentReason }

export interface ProviderBulkhead {
  /** Calls `act`, and throws what it throws. */
  pass<Value>(act: () => Promise<Value>): Promise<Admission<Value>>
  /** Whether no calls pass right now. */
  readonly isOpen: boolean
}

export interface BulkheadOptions {
  /** The limit of simultaneous calls to the provider, so that a hanging provider blocks no more. */
  readonly mostAtOnce: number
  /** Tells whether a thrown error means that no connection could be made. */
  readonly isConnectFailure: (thrown: unknown) => boolean
  readonly toggled: (isOpen: boolean) => void
}

/** After this many consecutive connection failures the circuit opens; then one call per period probes the provider. */
export const breakerSettings = { connectFailures: 5, probeAfterMs: 10_000 } as const

/** The circuit breaker and bulkhead of one provider. */
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
  // A failed probe opens the circuit again.
  breaker.onBreak(() => report(true))
  breaker.onReset(() => report(false))

  return {
    get isOpen() {
      return isOpen
    },

    async pass(act) {
      // The library would make calls wait for the probe, past their own deadlines.
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
