import type { Alert } from '@nyanja/domain/alerts'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ProviderRecord } from './adapters/call-provider.ts'
import type { PageViews } from './tracking/page-views.ts'

export interface Metrics extends PageViews {
  readonly registry: Registry
  answered(request: { method: string; status: number; seconds: number }): void
  askedProvider(record: ProviderRecord): void
  alerted(event: Alert): void
  /** A provider cannot be reached, or can be again. */
  turnedBreaker(provider: string, isShut: boolean): void
  failedWork(lane: string): void
  /** Files of texts or help articles whose last good version stands in for them. */
  setFaultyFiles(kind: 'texts' | 'help', files: readonly string[]): void
  /** Seconds by which the oldest due row of each kind is late. */
  setLateness(kind: string, seconds: number): void
  /** Seconds by which this machine's clock is ahead of the database's. */
  setClockOffset(seconds: number): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'portal_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const views = new Counter({
    name: 'portal_page_views_total',
    help: 'Pages that were opened',
    labelNames: ['page', 'language'],
    registers,
  })
  const calls = new Histogram({
    name: 'portal_provider_call_seconds',
    help: 'Time of a call to a provider or the BSS',
    labelNames: ['provider', 'operation', 'outcome'],
    buckets: [0.05, 0.2, 1, 5, 20, 60],
    registers,
  })
  const alerts = new Counter({
    name: 'portal_alerts_total',
    help: 'Things that an operator must hear of',
    labelNames: ['event'],
    registers,
  })
  const breakers = new Gauge({
    name: 'portal_provider_breaker_shut',
    help: 'Breakers that hold calls to a provider back, since no connection could be made',
    labelNames: ['provider'],
    registers,
  })
  const failures = new Counter({
    name: 'portal_failed_work_total',
    help: 'Due work that failed and stays due',
    labelNames: ['lane'],
    registers,
  })
  const lateness = new Gauge({
    name: 'portal_due_work_late_seconds',
    help: 'How late the oldest due row is',
    labelNames: ['kind'],
    registers,
  })
  const clockOffset = new Gauge({
    name: 'portal_clock_offset_seconds',
    help: "How far this machine's clock is ahead of the database's",
    registers,
  })

  return {
    registry,
    setFaultyFiles: countFaultyFiles(registry),
    answered: ({ method, status, seconds }) => requests.observe({ method, status: String(status) }, seconds),
    viewed: ({ page, language }) => views.inc({ page, language }),
    askedProvider: ({ provider, operation, outcome, durationMs }) =>
      calls.observe({ provider, operation, outcome }, durationMs / 1000),
    alerted: (event) => alerts.inc({ event }),
    turnedBreaker: (provider, isShut) => (isShut ? breakers.inc({ provider }) : breakers.dec({ provider })),
    failedWork: (lane) => failures.inc({ lane }),
    setLateness: (kind, seconds) => lateness.set({ kind }, seconds),
    setClockOffset: (seconds) => clockOffset.set(seconds),
  }
}

/** The series without a file is there from the start, so that the first fault is an increase. */
function countFaultyFiles(registry: Registry): Metrics['setFaultyFiles'] {
  const gauge = new Gauge({
    name: 'portal_content_faulty_files',
    help: 'Content files with a fault, whose last good version is shown',
    labelNames: ['kind', 'file'],
    registers: [registry],
  })
  const faultyOfKind = new Map<string, readonly string[]>()

  return (kind, files) => {
    for (const file of faultyOfKind.get(kind) ?? []) gauge.remove({ kind, file })
    faultyOfKind.set(kind, files)
    gauge.set({ kind, file: '' }, 0)
    for (const file of files) gauge.set({ kind, file }, 1)
  }
}
