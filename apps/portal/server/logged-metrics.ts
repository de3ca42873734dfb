import type { Metrics } from './metrics.ts'

interface Log {
  warn(fields: object, message: string): void
}

/** What is counted of providers also stands in the log where someone must look: with the call and the field. */
export function loggedMetrics(metrics: Metrics, log: Log): Metrics {
  return {
    ...metrics,
    askedProvider(record) {
      metrics.askedProvider(record)
      const { provider, operation, outcome, status, fault } = record
      if (outcome === 'invalid_response') log.warn({ provider, operation, status, fault }, 'invalid response')
    },
    turnedCircuit(provider, isOpen) {
      metrics.turnedCircuit(provider, isOpen)
      log.warn({ provider }, isOpen ? 'circuit open: no connection can be made' : 'circuit closed')
    },
  }
}
