import { setImmediate as letOthersThrough } from 'node:timers/promises'
import { day, hour } from '@nyanja/domain/time'
import { createPeriodicQueue } from '@nyanja/server/common/periodic-queue'

const sixMonths = 183 * day
const twentyFourMonths = 731 * day

/** The period of actions of staff. */
export const actionsKeptMs = twentyFourMonths

/** Each kind of row is kept for this long. */
const retentionRules = [
  // They separate payers of the same bill for minutes.
  { kind: 'askedInvoices', keptMs: hour },
  // They order prompts to one wallet, which are counted over minutes.
  { kind: 'promptedWallets', keptMs: hour },
  { kind: 'idempotencyAnswers', keptMs: day },
  { kind: 'oneTimeCodes', keptMs: day },
  { kind: 'pinEntries', keptMs: day },
  // The period is longer than the longest window and the one before it.
  { kind: 'rateCounters', keptMs: 2 * day },
  { kind: 'attemptLimits', keptMs: day },
  // The period is longer than a challenge or its token is valid.
  { kind: 'spentChallenges', keptMs: day },
  // Messages without a payment are codes, and the progress of orders. They are deleted once they were sent or have
  // expired.
  { kind: 'messagesAlone', keptMs: day },
  // The period is longer than sending is retried.
  { kind: 'messagesUnsent', keptMs: 7 * day },
  // The period begins when a link can no longer be opened.
  { kind: 'payLinks', keptMs: hour },
  // A draft can be opened for two days from its beginning, or a week from the proof of its number. The period begins
  // after that.
  { kind: 'leadDrafts', keptMs: hour },
  // These orders were never sent to a provider: all orders of a day are counted when it is closed, within 24 hours.
  { kind: 'unpaidOrders', keptMs: 2 * day },
  // The period begins with the end of the reminder. A complaint about one may come until then.
  { kind: 'reminders', keptMs: 30 * day },
  // The period is longer than any provider repeats a callback.
  { kind: 'callbacks', keptMs: 30 * day },
  // The period begins with the last search for it.
  { kind: 'missedSearches', keptMs: 90 * day },
  // These are numbers and e-mail addresses of payments. The period begins with the last change of the payment.
  { kind: 'personalData', keptMs: sixMonths },
  // Payments are deleted with their whole history, counted from their last change; on PostgreSQL by whole months, up to
  // a month later.
  { kind: 'payments', keptMs: twentyFourMonths },
  // These are contact messages, once sent: the period is longer than any complaint takes.
  { kind: 'submissions', keptMs: 366 * day },
  // The period covers a season of each kind of weather.
  { kind: 'coverageReports', keptMs: 366 * day },
  // The period of an order for home internet begins with its end.
  { kind: 'closedLeads', keptMs: 366 * day },
  // The period of an interest begins with the message that its place is covered: the link in it leads to the page of
  // the order.
  { kind: 'reportedLeads', keptMs: 30 * day },
  // These are interests, and orders without a known outcome. The period begins with their last change.
  { kind: 'openLeads', keptMs: twentyFourMonths },
  // The period is that of the payments that the imports are about.
  { kind: 'settlementImports', keptMs: twentyFourMonths },
  { kind: 'reconciliationCases', keptMs: twentyFourMonths },
  { kind: 'staffActions', keptMs: actionsKeptMs },
] as const satisfies readonly { readonly kind: string; readonly keptMs: number }[]

export type Kept = (typeof retentionRules)[number]['kind']

interface RetentionOptions {
  readonly store: RetentionStore<Kept>
  /** Seals the actions of days that are over, because only sealed ones may be deleted. */
  readonly sealDays: () => Promise<unknown>
  /** The rows of a batch, few because on SQLite all other work waits for it. */
  readonly batchSize?: number
}

interface ForgottenRows {
  readonly kind: Kept
  readonly rows: number
  /** Whether the run deleted all of it before it ended. */
  readonly isDone: boolean
}

/** One run ends after this number of batches of a kind, so that a process can stop soon; the next one continues. */
const mostBatches = 50

/** Deletes rows that have reached their retention period. */
export class Retention {
  readonly #store: RetentionStore<Kept>
  readonly #sealDays: RetentionOptions['sealDays']
  readonly #batchSize: number

  constructor({ store, sealDays, batchSize = 100 }: RetentionOptions) {
    this.#store = store
    this.#sealDays = sealDays
    this.#batchSize = batchSize
  }

  /** Reports how much of each kind was deleted. A run may be interrupted, repeated, and run twice at once. */
  async run(now: number): Promise<readonly ForgottenRows[]> {
    await this.#sealDays()
    const forgotten: ForgottenRows[] = []
    for (const { kind, keptMs } of retentionRules) forgotten.push(await this.#forget(kind, now - keptMs))
    return forgotten
  }

  async #forget(kind: Kept, before: number): Promise<ForgottenRows> {
    let rows = 0
    for (let batches = 0; batches < mostBatches; batches += 1) {
      const batch = await this.#store[kind]({ before, limit: this.#batchSize })
      rows += batch.rows
      if (batch.isDone) return { kind, rows, isDone: true }
      await letOthersThrough()
    }
    return { kind, rows, isDone: false }
  }
}

interface RetentionQueueOptions {
  readonly retention: Pick<Retention, 'run'>
  readonly now: () => number
}

/**
 * Creates a worker queue that deletes at the start and then every hour; again immediately when a run could not finish.
 */
export function createRetentionQueue({ retention, now }: RetentionQueueOptions) {
  return createPeriodicQueue({
    ...{ name: 'forget', pauseMs: hour, now },
    async work() {
      const forgotten: readonly ForgottenRows[] = await retention.run(now())
      return forgotten.some(({ isDone }) => !isDone)
    },
  })
}

interface Batch {
  /** The time before which rows are deleted, in epoch milliseconds. */
  readonly before: number
  /** The maximum number of rows per batch. */
  readonly limit: number
}

interface Forgotten {
  readonly rows: number
  /** Whether nothing older is left. */
  readonly isDone: boolean
}

/** Deletes one kind of row, one batch at a time. Repeated or concurrent batches are harmless. */
export type Forget = (batch: Batch) => Promise<Forgotten>

export type RetentionStore<Kind extends string> = Readonly<Record<Kind, Forget>>
