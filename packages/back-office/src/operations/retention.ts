import { setImmediate as letOthersThrough } from 'node:timers/promises'
import { day, hour } from '@nyanja/domain/time'
import { createPeriodicQueue } from '@nyanja/server/common/periodic-queue'

const sixMonths = 183 * day
const twentyFourMonths = 731 * day

/** Actions of staff. */
export const actionsKeptMs = twentyFourMonths

/** How long each kind of row is kept. */
const retentionRules = [
  // They separate payers of the same bill for minutes.
  { kind: 'askedInvoices', keptMs: hour },
  // They order prompts to one wallet, which are counted over minutes.
  { kind: 'promptedWallets', keptMs: hour },
  { kind: 'idempotencyAnswers', keptMs: day },
  { kind: 'oneTimeCodes', keptMs: day },
  { kind: 'pinEntries', keptMs: day },
  // Longer than the longest window and the one before it.
  { kind: 'rateCounters', keptMs: 2 * day },
  { kind: 'attemptLimits', keptMs: day },
  // Longer than a challenge or its token is valid.
  { kind: 'spentChallenges', keptMs: day },
  // Messages without a payment, once they were sent or have expired: codes, and the progress of orders.
  { kind: 'messagesAlone', keptMs: day },
  // Longer than sending is retried.
  { kind: 'messagesUnsent', keptMs: 7 * day },
  // From the time when they can no longer be opened.
  { kind: 'payLinks', keptMs: hour },
  // Two days from their beginning, a week from the proof of their number, and once they can no longer be opened.
  { kind: 'leadDrafts', keptMs: hour },
  // Orders that were never sent to a provider: all of a day are counted when it is closed, within 24 hours.
  { kind: 'unpaidOrders', keptMs: 2 * day },
  // Longer than any provider repeats a callback.
  { kind: 'callbacks', keptMs: 30 * day },
  // From the last search for it.
  { kind: 'missedSearches', keptMs: 90 * day },
  // Numbers and e-mail addresses of payments, from their last change.
  { kind: 'personalData', keptMs: sixMonths },
  // With their whole history, from their last change; on PostgreSQL whole months of them, up to a month later.
  { kind: 'payments', keptMs: twentyFourMonths },
  // Contact messages, once sent: longer than any complaint takes.
  { kind: 'submissions', keptMs: 366 * day },
  // A season of each kind of weather.
  { kind: 'coverageReports', keptMs: 366 * day },
  // Orders for home internet, from their end.
  { kind: 'closedLeads', keptMs: 366 * day },
  // Interests, from the message that their place is covered: its link leads to the page of the order.
  { kind: 'reportedLeads', keptMs: 30 * day },
  // Interests, and orders without a known outcome, from their last change.
  { kind: 'openLeads', keptMs: twentyFourMonths },
  // As long as the payments that they are about.
  { kind: 'settlementImports', keptMs: twentyFourMonths },
  { kind: 'reconciliationCases', keptMs: twentyFourMonths },
  { kind: 'staffActions', keptMs: actionsKeptMs },
] as const satisfies readonly { readonly kind: string; readonly keptMs: number }[]

export type Kept = (typeof retentionRules)[number]['kind']

interface RetentionOptions {
  readonly store: RetentionStore<Kept>
  /** Seals the actions of days that are over: only sealed ones may be deleted. */
  readonly sealDays: () => Promise<unknown>
  /** Rows per batch: few, because on SQLite all other work waits that long. */
  readonly batchSize?: number
}

interface ForgottenRows {
  readonly kind: Kept
  readonly rows: number
  /** False: the run ended before all of it was deleted. */
  readonly isDone: boolean
}

/** One run ends after this number of batches of a kind, so that a process can stop soon; the next one continues. */
const mostBatches = 50

/** Deletes what has reached its retention period. */
export class Retention {
  readonly #store: RetentionStore<Kept>
  readonly #sealDays: RetentionOptions['sealDays']
  readonly #batchSize: number

  constructor({ store, sealDays, batchSize = 100 }: RetentionOptions) {
    this.#store = store
    this.#sealDays = sealDays
    this.#batchSize = batchSize
  }

  /** Reports how much of each kind was deleted. It may be interrupted, repeated, and run twice at once. */
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

/** A worker queue that deletes at the start and then every hour; again immediately when a run could not finish. */
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
  /** Older rows are deleted. Epoch milliseconds. */
  readonly before: number
  /** The maximum number of rows per batch. */
  readonly limit: number
}

interface Forgotten {
  readonly rows: number
  /** Nothing older is left. */
  readonly isDone: boolean
}

/** Deletes one kind of row, one batch at a time. Repeated or concurrent batches are harmless. */
export type Forget = (batch: Batch) => Promise<Forgotten>

export type RetentionStore<Kind extends string> = Readonly<Record<Kind, Forget>>
