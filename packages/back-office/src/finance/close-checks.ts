import type { DayRange } from '@nyanja/domain/finance/days'
import { day as dayMs, hour } from '@nyanja/domain/time'
import { createPeriodicQueue } from '@nyanja/server/common/periodic-queue'
import type { Calendar, Closing, ClosingLock, Reproduced } from './closing.ts'

/** The latest time that a closed day was added up again, stored beside the close, which never changes. */
export interface CloseCheck {
  readonly day: string
  readonly outcome: 'same' | 'differs'
  /** The digest of the close computed from the events. */
  readonly digest: string
  /** The time in epoch milliseconds. */
  readonly checkedAt: number
}

export interface CloseCheckStore {
  save(check: CloseCheck): Promise<void>
  between(range: DayRange): Promise<readonly CloseCheck[]>
  /** The closed day that was checked longest ago, or never, and not since `checkedBefore`. */
  nextDue(limits: { readonly coveredFrom: number; readonly checkedBefore: number }): Promise<string | undefined>
}

/** Each closed day is checked again after a month. */
const recheckAfterMs = 30 * dayMs
/** Events of payments are deleted after 24 months; a close reads those of the day before, too. */
const eventsKeptMs = 729 * dayMs
/** Adding up a large day takes a minute of a core, and people look at it from six in the morning on. */
const nightMs = 6 * hour

interface CloseChecksOptions {
  readonly closing: Pick<Closing, 'reproduce'>
  readonly store: CloseCheckStore
  readonly lock: ClosingLock
  readonly calendar: Pick<Calendar, 'dayOf' | 'startOfDay'>
  readonly now: () => number
}

/** Adds closed days up again and records whether they give the same close. */
export class CloseChecks {
  readonly #options: CloseChecksOptions

  constructor(options: CloseChecksOptions) {
    this.#options = options
  }

  async check(day: string): Promise<Reproduced> {
    const { closing, store, now } = this.#options
    const result = await closing.reproduce(day)
    if (result.outcome !== 'not_closed')
      await store.save({ day, outcome: result.outcome, digest: result.digest, checkedAt: now() })
    return result
  }

  between(range: DayRange): Promise<readonly CloseCheck[]> {
    return this.#options.store.between(range)
  }

  /** Checks one day that is due, at night. False when there is none, or another process adds up a day. */
  async checkNext(): Promise<boolean> {
    const { calendar, lock, now } = this.#options
    if (now() - calendar.startOfDay(now()) >= nightMs) return false
    return (await lock.hold(() => this.#checkOldest())) ?? false
  }

  async #checkOldest(): Promise<boolean> {
    const { store, now } = this.#options
    const day = await store.nextDue({ coveredFrom: now() - eventsKeptMs, checkedBefore: now() - recheckAfterMs })
    if (day === undefined) return false
    await this.check(day)
    return true
  }
}

interface CheckQueueOptions {
  readonly checks: Pick<CloseChecks, 'checkNext'>
  readonly now: () => number
}

/** Creates a worker queue that checks closed days at night, and makes no pause while there are more. */
export function createCloseCheckQueue({ checks, now }: CheckQueueOptions) {
  return createPeriodicQueue({
    ...{ name: 'check closed days', pauseMs: hour / 4, now },
    work: () => checks.checkNext(),
  })
}
