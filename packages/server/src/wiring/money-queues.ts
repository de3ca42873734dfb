import { setTimeout as sleep } from 'node:timers/promises'
import type { AcknowledgedCommits } from '@nyanja/database/acknowledged-commits'
import type { Alert } from '@nyanja/domain/alerts'
import { PortalError } from '@nyanja/domain/errors'
import { minute } from '@nyanja/domain/time'
import { JournalFiles } from '../adapters/journal-files/journal-files.ts'
import { FailureLog } from '../common/failure-log.ts'
import type { OutboxMessage } from '../common/outbox-message.ts'
import { createQueue, type Queue } from '../common/work-queue.ts'
import type { OpenDatabase } from '../db/schema.ts'
import type { Messages, Outbox } from '../messages/messages.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Attempt } from '../payments/attempt.ts'
import { toCreditChecks, toCreditProvider } from '../payments/credits.ts'
import { Deliveries, type DeliveryTrouble } from '../payments/deliveries.ts'
import type { DeliveryProvider } from '../payments/delivery-provider.ts'
import type { DueWork, Reserve } from '../payments/due-work.ts'
import { FirstDeliveries } from '../payments/first-deliveries.ts'
import { HintedChecks } from '../payments/hinted-checks.ts'
import { Refunds } from '../payments/refunds.ts'
import { StatusChecks } from '../payments/status-checks.ts'
import { createTakebacks, type TakebackProvider, type Takebacks } from '../payments/takebacks.ts'
import type { Config } from '../settings/config.ts'
import type { UseCaseOptions } from './use-cases.ts'

interface MoneyWorkContext {
  readonly config: Pick<Config, 'bss'>
  readonly metrics: Pick<Metrics, 'countAlert'>
  readonly log: { warn(message: string): void }
}

interface MoneyWorkOptions extends Pick<UseCaseOptions, 'stores' | 'gateways' | 'now' | 'notify'> {
  readonly deliveryProvider: DeliveryProvider
  /** The provider, absent where the BSS takes nothing back. */
  readonly takebackProvider?: TakebackProvider | undefined
  readonly messages: Messages
  readonly reserve: Reserve
}

/** The timeout, much longer than a healthy BSS takes, and short beside what a customer waits anyway. */
const prepareTimeoutMs = 250

/** Creates the worker queues of the money core. */
export function createMoneyWork({ config, metrics, log }: MoneyWorkContext, options: MoneyWorkOptions) {
  const { stores, gateways, deliveryProvider, takebackProvider, messages, now, notify, reserve } = options
  const { attempts, reader, checks, due } = stores
  const alert = (event: Alert, { reference }: Attempt) => {
    metrics.countAlert(event)
    log.warn(`${event} ${reference}`)
  }
  const delivering = {
    visibilityLagMs: 3 * config.bss.timeoutMs,
    receipts: { leases: stores.outbox, send: (receipt: OutboxMessage) => messages.send(receipt) },
    reserve,
    now,
    notify,
    alert: metrics.countAlert,
    report: ({ event, reference, call, error }: DeliveryTrouble) =>
      log.warn(`${event} ${reference}: ${call}${error instanceof PortalError ? `, ${error.message}` : ''}`),
  }
  const deliveries = new Deliveries({ ...delivering, deliveries: stores.deliveries, checks, deliveryProvider })
  const prepareTimeout = () => sleep(prepareTimeoutMs, undefined, { ref: false })
  const firstDeliveries = new FirstDeliveries({ attempts, deliveries, due, reserve, prepareTimeout })
  const statusChecks = new StatusChecks({ attempts, firstDeliveries, checks, gateways, now, notify, alert })
  return {
    statusChecks,
    hintedChecks: new HintedChecks({ reader, statusChecks, due, reserve, notify }),
    deliveries,
    credits: new Deliveries({
      ...delivering,
      deliveries: stores.credits,
      checks: toCreditChecks(checks),
      deliveryProvider: toCreditProvider(deliveryProvider),
    }),
    takebacks: createTakebacks(delivering, { store: stores.takebacks, checks, provider: takebackProvider }),
    refunds: new Refunds({ refunds: stores.refunds, gateways, now, notify, alert }),
  }
}

interface JournalContext {
  readonly config: Pick<Config, 'journalFolder'>
  readonly database: Pick<OpenDatabase, 'processId'>
  readonly metrics: Pick<Metrics, 'startQueueSeries' | 'countFailedWork'>
  readonly log: { error(message: string): void }
  readonly clock: { readonly now: () => number }
  readonly commits?: AcknowledgedCommits | undefined
}

/** Without the journal no money moves, so its failures count as work that stays due. */
export function openJournal({ config, database, metrics, log, commits, clock: { now } }: JournalContext): JournalFiles {
  metrics.startQueueSeries('journal')
  const failures = new FailureLog({ log, now })
  return new JournalFiles({
    folder: config.journalFolder,
    processId: database.processId,
    now,
    lastCommit: () => commits?.last,
    failed(error) {
      metrics.countFailedWork('journal')
      failures.report('The journal cannot be written', error)
    },
  })
}

interface DueWorkers {
  readonly gateways: readonly string[]
  readonly due: DueWork
  readonly statusChecks: StatusChecks
  readonly deliveries: Deliveries
  readonly credits: Deliveries
  readonly takebacks: Takebacks
  readonly refunds: Refunds
  readonly outbox: Outbox
  readonly messages: Messages
}

/** Creates one queue for each external system, so that a hanging one does not delay the others. */
export function moneyQueues({
  gateways,
  due,
  statusChecks,
  deliveries,
  credits,
  takebacks,
  refunds,
  outbox,
  messages,
}: DueWorkers): Queue[] {
  return [
    ...gateways.flatMap((gateway) => [
      createQueue({
        name: `settle ${gateway}`,
        width: 32,
        leaseMs: 2 * minute,
        claim: (claim) => due.attempts(gateway, claim),
        work: (attempt) => statusChecks.checkPayment(attempt),
        retry: ({ id }) => due.retry('attempt', id),
      }),
      createQueue({
        name: `refund ${gateway}`,
        width: 4,
        leaseMs: 2 * minute,
        claim: (claim) => due.refunds(gateway, claim),
        work: (payment) => refunds.processRefund(payment),
        retry: ({ attempt }) => due.retry('refund', attempt.id),
      }),
    ]),
    createQueue({
      name: 'deliver',
      width: 32,
      leaseMs: 2 * minute,
      claim: (claim) => due.deliveries(claim),
      work: (delivery) => deliveries.deliver(delivery),
      retry: ({ attemptId }) => due.retry('delivery', attemptId),
    }),
    createQueue({
      name: 'give credits',
      width: 4,
      leaseMs: 2 * minute,
      claim: (claim) => due.credits(claim),
      work: (credit) => credits.deliver(credit),
      retry: ({ attemptId }) => due.retry('credit', attemptId),
    }),
    createQueue({
      name: 'take back',
      width: 4,
      leaseMs: 2 * minute,
      claim: (claim) => due.takebacks(claim),
      work: (takeback) => takebacks.process(takeback),
      retry: ({ attemptId }) => due.retry('takeback', attemptId),
    }),
    createQueue({
      name: 'send messages',
      width: 10,
      leaseMs: minute,
      claim: (claim) => outbox.claim(claim),
      work: (message) => messages.send(message),
    }),
  ]
}
