import { type Alert, alerts as everyAlert } from '@nyanja/domain/alerts'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ProviderRecord } from '../adapters/call-provider.ts'
import type { ContractFault } from '../adapters/contract-faults.ts'
import { notSentReasons } from '../adapters/provider-bulkhead.ts'
import { type PaymentOutcome, paymentOutcomes } from '../payments/payment-counts.ts'

export interface PageView {
  /** The page, such as `homepage` or `MW_cw_prepaid_recharge`. */
  readonly page: string
  readonly language: string
}

/** Reports each page view: the page, and nothing about the visitor. */
export interface PageViews {
  countView(view: PageView): void
}

/** The classes from the one with the largest share of the turns, payments in progress, to new visitors. */
export const requestClasses = ['payment', 'journey', 'channel', 'page'] as const

export type RequestClass = (typeof requestClasses)[number]

export interface Metrics extends PageViews, ProviderMetrics, PaymentMetrics {
  readonly registry: Registry
  recordRequest(request: { method: string; status: number; route: string; seconds: number }): void
  /** Counts a request that was refused because its queue was full, or because it had waited too long. */
  countRefusal(name: RequestClass): void
  /** Begins the series of a queue at 0, because Prometheus does not see an increase of a missing series. */
  startQueueSeries(queue: string): void
  countAlert(event: Alert): void
  countFailedWork(queue: string): void
  /** The number of rows of each kind that wait for staff. */
  setWaiting(kind: string, count: number): void
  /** Sets the files of texts or help articles that are replaced by their last valid version. */
  setFaultyFiles(kind: 'texts' | 'help', files: readonly string[]): void
  /** Sets the seconds by which the oldest due row of each kind is late. */
  setLateness(kind: string, seconds: number): void
  /** Sets the seconds by which this machine's clock is ahead of the database's. */
  setClockOffset(seconds: number): void
  /** Sets the number of recoveries after which the database has not been compared with the journal yet. */
  setUnreadRecoveries(count: number): void
  setLogArchiveFailing(isFailing: boolean): void
  /** Takes the moment of the last whole copy of the database in milliseconds; undefined before the first. */
  setLastBackup(madeAt: number | undefined): void
  /** Sets how long the database took to answer its latest measurement. */
  setDatabaseRoundTrip(seconds: number): void
  /** Sets the share of the hourly limit of code messages that is used. */
  setCodeBudgetUsed(share: number): void
  /** Sets the number of other processes on the same database that run another release or show other content. */
  setDifferingNodes(difference: NodeDifference, count: number): void
}

export const nodeDifferences = ['release', 'content'] as const
export type NodeDifference = (typeof nodeDifferences)[number]

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'portal_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'status', 'route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const refusals = createRefusals(registers)
  const views = new Counter({
    name: 'portal_page_views_total',
    help: 'Page views',
    labelNames: ['page', 'language'],
    registers,
  })
  const alerts = new Counter({
    name: 'portal_alerts_total',
    help: 'Events that staff must know',
    labelNames: ['event'],
    registers,
  })
  const waiting = new Gauge({
    name: 'portal_waiting_for_a_person',
    help: 'Rows that wait for staff',
    labelNames: ['kind'],
    registers,
  })
  const failures = new Counter({
    name: 'portal_failed_work_total',
    help: 'Due work that failed and stays due',
    labelNames: ['queue'],
    registers,
  })
  const lateness = new Gauge({
    name: 'portal_due_work_late_seconds',
    help: 'How late the oldest due row is',
    labelNames: ['kind'],
    registers,
  })

  for (const event of everyAlert) alerts.inc({ event }, 0)

  return {
    registry,
    setFaultyFiles: countFaultyFiles(registry),
    recordRequest: ({ method, status, route, seconds }) =>
      requests.observe({ method, status: String(status), route }, seconds),
    countRefusal: (name) => refusals.inc({ class: name }),
    countView: ({ page, language }) => views.inc({ page, language }),
    ...createProviderMetrics(registers),
    ...createPaymentMetrics(registers),
    startQueueSeries: (queue) => failures.inc({ queue }, 0),
    countAlert: (event) => alerts.inc({ event }),
    countFailedWork: (queue) => failures.inc({ queue }),
    setLateness: (kind, seconds) => lateness.set({ kind }, seconds),
    setWaiting: (kind, count) => waiting.set({ kind }, count),
    ...watchDatabase(registry),
  }
}

/** The series without a file exists from the start, so that the first fault is an increase. */
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

type DatabaseMetrics = Pick<
  Metrics,
  | 'setClockOffset'
  | 'setUnreadRecoveries'
  | 'setLogArchiveFailing'
  | 'setLastBackup'
  | 'setDatabaseRoundTrip'
  | 'setCodeBudgetUsed'
  | 'setDifferingNodes'
>

function watchDatabase(registry: Registry): DatabaseMetrics {
  const registers = [registry]
  const clockOffset = new Gauge({
    name: 'portal_clock_offset_seconds',
    help: "How far this machine's clock is ahead of the database's",
    registers,
  })
  const unreadRecoveries = new Gauge({
    name: 'portal_unread_recoveries',
    help: 'Recoveries after which the database was not compared with the journal yet',
    registers,
  })
  const logArchive = new Gauge({
    name: 'portal_log_archive_failing',
    help: "1 while PostgreSQL's write-ahead log cannot be archived",
    registers,
  })
  const lastBackup = new Gauge({
    name: 'portal_last_backup_timestamp_seconds',
    help: 'When the last whole copy of the database was made; 0 before the first',
    registers,
  })
  const roundTrip = new Gauge({
    name: 'portal_database_round_trip_seconds',
    help: 'How long the database took to answer its latest measurement',
    registers,
  })
  const codeBudget = new Gauge({
    name: 'portal_code_budget_used_ratio',
    help: 'Share of the hourly limit of code messages that is used',
    registers,
  })
  const differing = new Gauge({
    name: 'portal_differing_nodes',
    help: 'Other processes on the same database with another release or other content',
    labelNames: ['difference'],
    registers,
  })
  for (const difference of nodeDifferences) differing.set({ difference }, 0)
  return {
    setClockOffset: (seconds) => clockOffset.set(seconds),
    setUnreadRecoveries: (count) => unreadRecoveries.set(count),
    setLogArchiveFailing: (isFailing) => logArchive.set(isFailing ? 1 : 0),
    setLastBackup: (madeAt = 0) => lastBackup.set(madeAt / 1000),
    setDatabaseRoundTrip: (seconds) => roundTrip.set(seconds),
    setCodeBudgetUsed: (share) => codeBudget.set(share),
    setDifferingNodes: (difference, count) => differing.set({ difference }, count),
  }
}

function createRefusals(registers: Registry[]) {
  const refusals = new Counter({
    name: 'portal_refused_requests_total',
    help: 'Requests that were refused because the queue was full, or because they had waited too long',
    labelNames: ['class'],
    registers,
  })
  for (const name of requestClasses) refusals.inc({ class: name }, 0)
  return refusals
}

interface WarningLog {
  warn(fields: object, message: string): void
}

/** Provider failures are also logged with the call and the field, where staff must investigate. */
export function loggedMetrics(metrics: Metrics, log: WarningLog): Metrics {
  const faults = new Map<string, number>()
  return {
    ...metrics,
    recordCall(record) {
      metrics.recordCall(record)
      const { provider, operation, outcome, status, fault } = record
      if (outcome === 'invalid_response') log.warn({ provider, operation, status, fault }, 'invalid response')
    },
    countContractFault(fault) {
      metrics.countContractFault(fault)
      const key = Object.values(fault).join(' ')
      const times = (faults.get(key) ?? 0) + 1
      faults.set(key, times)
      // The 1st, 10th, 100th time is logged: a field that is wrong in every answer must not fill the log.
      if (/^10*$/.test(String(times))) log.warn({ ...fault, times }, 'the BSS broke its contract')
    },
    setCircuit(provider, isOpen) {
      metrics.setCircuit(provider, isOpen)
      log.warn({ provider }, isOpen ? 'circuit open: no connection can be made' : 'circuit closed')
    },
  }
}

interface PaymentMetrics {
  /** Begins the series of a method at 0. */
  startMethodSeries(method: string, gateway: string): void
  countPayment(payment: { readonly method: string; readonly gateway: string }, outcome: PaymentOutcome): void
}

function createPaymentMetrics(registers: Registry[]): PaymentMetrics {
  const payments = new Counter({
    name: 'portal_payments_total',
    help: 'Payments that were sent to a provider, and how they ended',
    labelNames: ['method', 'gateway', 'outcome'],
    registers,
  })
  return {
    startMethodSeries(method, gateway) {
      for (const outcome of paymentOutcomes) payments.inc({ method, gateway, outcome }, 0)
    },
    countPayment: ({ method, gateway }, outcome) => payments.inc({ method, gateway, outcome }),
  }
}

interface ProviderMetrics {
  /** Begins the series of a provider at 0, because Prometheus does not see an increase of a missing series. */
  startProviderSeries(provider: string): void
  recordCall(record: ProviderRecord): void
  /** Records that a provider became unreachable, or reachable again. */
  setCircuit(provider: string, isOpen: boolean): void
  /**
   * Counts what the BSS sent and its profile does not describe. Only names of fields are labels, so the series are few.
   */
  countContractFault(fault: ContractFault): void
}

function createProviderMetrics(registers: Registry[]): ProviderMetrics {
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
    help: 'Invalid responses of a provider',
    labelNames: ['provider'],
    registers,
  })
  const brokenContracts = new Counter({
    name: 'portal_bss_contract_faults_total',
    help: 'Fields, filters and pages of the BSS that break its contract',
    labelNames: ['api', 'call', 'field'],
    registers,
  })

  return {
    countContractFault: ({ api, call, field }) => brokenContracts.inc({ api, call, field }),
    startProviderSeries(provider) {
      circuits.inc({ provider }, 0)
      invalid.inc({ provider }, 0)
      for (const reason of notSentReasons) notSent.inc({ provider, reason }, 0)
    },
    recordCall({ provider, operation, outcome, reason, durationMs }) {
      calls.observe({ provider, operation, outcome }, durationMs / 1000)
      if (reason !== undefined) notSent.inc({ provider, reason })
      if (outcome === 'invalid_response') invalid.inc({ provider })
    },
    setCircuit: (provider, isOpen) => (isOpen ? circuits.inc({ provider }) : circuits.dec({ provider })),
  }
}
