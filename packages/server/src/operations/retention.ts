import { setImmediate as letOthersThrough } from 'node:timers/promises'
import { day, hour } from '@nyanja/domain/time'

const sixMonths = 183 * day
const twentyFourMonths = 731 * day

/** How long each kind of row is kept. */
const retentionRules = [
  // They hold payers of the same apart for minutes.
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
  // Messages that speak of no payment, once they were sent or are no use any more: codes, and how orders go.
  { kind: 'messagesAlone', keptMs: day },
  // Longer than anybody tries to send one.
  { kind: 'messagesUnsent', keptMs: 7 * day },
  // From the moment in which nobody can open them any more.
  { kind: 'payLinks', keptMs: hour },
  // Two days from when they began, a week from the proof of their number, and from the moment in which nobody can open them any more.
  { kind: 'leadDrafts', keptMs: hour },
  // Orders of which no provider ever heard.
  { kind: 'unpaidOrders', keptMs: day },
  // Longer than any provider repeats a callback.
  { kind: 'callbacks', keptMs: 30 * day },
  // From the last time that somebody looked for it.
  { kind: 'missedSearches', keptMs: 90 * day },
  // Numbers and e-mail of payments, from the last thing that happened to them.
  { kind: 'personalData', keptMs: sixMonths },
  // With their whole history, from the last thing that happened to them.
  { kind: 'payments', keptMs: twentyFourMonths },
  // What people wrote to the operator, once it was sent: longer than any complaint goes on.
  { kind: 'submissions', keptMs: 366 * day },
  // A season of each kind of weather.
  { kind: 'coverageReports', keptMs: 366 * day },
  // Orders for internet at home, from their end.
  { kind: 'closedLeads', keptMs: 366 * day },
  // Interests, from the message that their place is reached: its link leads to the page of the order.
  { kind: 'reportedLeads', keptMs: 30 * day },
  // Interests, and orders of which nobody ever said what became of them, from the last news.
  { kind: 'openLeads', keptMs: twentyFourMonths },
  { kind: 'operatorActions', keptMs: twentyFourMonths },
] as const satisfies readonly { readonly kind: string; readonly keptMs: number }[]

export type Kept = (typeof retentionRules)[number]['kind']

interface RetentionOptions {
  readonly store: RetentionStore<Kept>
  /** Rows taken up at once: few, since on SQLite everybody else waits that long. */
  readonly batchSize?: number
}

interface ForgottenRows {
  readonly kind: Kept
  readonly rows: number
  /** False: the run ended before all of it was gone. */
  readonly isDone: boolean
}

/** One run ends after so many batches of a kind, so that a process can stop soon; the next one goes on. */
const mostBatches = 50

/** Forgets what has been kept long enough. */
export class Retention {
  readonly #store: RetentionStore<Kept>
  readonly #batchSize: number

  constructor({ store, batchSize = 100 }: RetentionOptions) {
    this.#store = store
    this.#batchSize = batchSize
  }

  /** Says how much of each kind went. It may be stopped anywhere, repeated, and run twice at once. */
  async run(now: number): Promise<readonly ForgottenRows[]> {
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

const pauseMs = hour

/** A queue of the worker that deletes at the start and then every hour; again at once when a run could not do it all. */
export function createRetentionQueue({ retention, now }: RetentionQueueOptions) {
  let nextAt = 0

  async function forget(): Promise<void> {
    const forgotten: readonly ForgottenRows[] = await retention.run(now())
    if (forgotten.some(({ isDone }) => !isDone)) nextAt = now()
  }

  return {
    name: 'forget',
    width: 1,
    async claim(): Promise<readonly (() => Promise<void>)[]> {
      if (now() < nextAt) return []
      nextAt = now() + pauseMs
      return [forget]
    },
  }
}

interface Batch {
  /** What is older goes. Epoch milliseconds. */
  readonly before: number
  /** How many rows at most are taken up at once. */
  readonly limit: number
}

interface Forgotten {
  readonly rows: number
  /** Nothing is left that is older. */
  readonly isDone: boolean
}

/** Takes leave of one kind of row, one batch at a time. Repeating a batch, or doing it twice at once, does no harm. */
export type Forget = (batch: Batch) => Promise<Forgotten>

export type RetentionStore<Kind extends string> = Readonly<Record<Kind, Forget>>
