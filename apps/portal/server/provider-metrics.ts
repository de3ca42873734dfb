import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { ProviderRecord } from './adapters/call-provider.ts'
import { notSentReasons } from './adapters/provider-bulkhead.ts'

export interface ProviderMetrics {
  /** Its series begin at 0: an increase from nothing is none to Prometheus. */
  addedProvider(provider: string): void
  askedProvider(record: ProviderRecord): void
  /** A provider cannot be reached, or can be again. */
  changedCircuit(provider: string, isOpen: boolean): void
}

export function createProviderMetrics(registers: Registry[]): ProviderMetrics {
  const calls = new Histogram({
    name: 'portal_provider_call_seconds',
    help: 'Time of a call to a provider or the BSS',
    labelNames: ['provider', 'operation', 'outcome'],
    buckets: [0.05, 0.2, 1, 5, 20, 60],
    registers,
  })
  const circuits = new Gauge({
    name: 'portal_provider_circuit_open',
    help: 'Open circuits of a provider, to which no connection could be made: no calls pass',
    labelNames: ['provider'],
    registers,
  })
  const notSent = new Counter({
    name: 'portal_provider_not_sent_total',
    help: 'Calls to a provider that were not sent',
    labelNames: ['provider', 'reason'],
    registers,
  })
  const invalid = new Counter({
    name: 'portal_provider_invalid_responses_total',
    help: 'Answers of a provider that break its contract',
    labelNames: ['provider'],
    registers,
  })

  return {
    addedProvider(provider) {
      circuits.inc({ provider }, 0)
      invalid.inc({ provider }, 0)
      for (const reason of notSentReasons) notSent.inc({ provider, reason }, 0)
    },
    askedProvider({ provider, operation, outcome, reason, durationMs }) {
      calls.observe({ provider, operation, outcome }, durationMs / 1000)
      if (reason !== undefined) notSent.inc({ provider, reason })
      if (outcome === 'invalid_response') invalid.inc({ provider })
    },
    changedCircuit: (provider, isOpen) => (isOpen ? circuits.inc({ provider }) : circuits.dec({ provider })),
  }
}
