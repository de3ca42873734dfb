import { createHash } from 'node:crypto'
import { DayTotals, toCanonicalText } from '@nyanja/domain/finance/day-close'
import type { FinanceRules } from '@nyanja/domain/finance/journal'
import { hour } from '@nyanja/domain/time'
import { createPeriodicQueue } from '@nyanja/server/common/periodic-queue'
import { readDocument } from './close-document.ts'
import { type DayEvent, type DayReports, DayReportTotals, type OrderProgress } from './day-reports.ts'

/** The events that a close covers: those of its time, and earlier ones that the close before had not seen. */
export interface CloseScope {
  /** The times in epoch milliseconds: `fromAt` belongs to the period, `untilAt` no longer does. */
  readonly fromAt: number
  readonly untilAt: number
  /** The id, absent for the first close, before which nothing happened. */
  readonly seenEventId?: number
  readonly lastEventId: number
}

/** Reads events and orders in batches, so that nothing else waits for long. */
export interface DayEvents {
  /** The highest id of all events so far. */
  lastId(): Promise<number>
  /** Finds the time of the first event that a close covers. */
  firstAt(): Promise<number | undefined>
  inTime(scope: CloseScope): AsyncIterable<readonly DayEvent[]>
  /** Reads the events of earlier days that became known since the close before. */
  late(scope: CloseScope): AsyncIterable<readonly DayEvent[]>
  /** The orders that began in this time. */
  orders(scope: CloseScope): AsyncIterable<readonly OrderProgress[]>
}

export interface StoredClose extends Omit<CloseScope, 'seenEventId'> {
  readonly day: string
  readonly events: number
  /** The close as canonical text. */
  readonly document: string
  /** The SHA-256 of the document, in hexadecimal digits. */
  readonly digest: string
  readonly closedAt: number
}

export interface CloseStore {
  last(): Promise<StoredClose | undefined>
  /** The close of a day, and the one before it. */
  find(day: string): Promise<{ readonly close: StoredClose; readonly before?: StoredClose } | undefined>
  /** Returns false when another process has closed the day. Closes and their reports never change. */
  add(close: StoredClose, reports: DayReports): Promise<boolean>
}

/** One process at a time adds up a day: a large one takes a minute of a core. */
export interface ClosingLock {
  /** Returns undefined when another process has the lock. */
  hold<T>(work: () => Promise<T>): Promise<T | undefined>
}

/** Days of the market. */
export interface Calendar {
  readonly timeZone: string
  dayOf(at: number): string
  startOfDay(at: number): number
}

interface ClosingOptions {
  readonly store: CloseStore
  readonly lock: ClosingLock
  readonly events: DayEvents
  readonly calendar: Calendar
  readonly rules: FinanceRules
  /** Whether the fees are confirmed; staff must do so first, because a close never changes. */
  readonly areFeesConfirmed: boolean
  /** The time from the end of a day. */
  readonly closeAfterMs: number
  readonly now: () => number
}

export type Closed =
  | { readonly outcome: 'closed'; readonly close: StoredClose }
  /** With `busy` another process is closing the day. */
  | { readonly outcome: 'closed_before' | 'busy' | 'not_over' | 'nothing_to_close' | 'unconfirmed_fees' }

export type Reproduced =
  | { readonly outcome: 'same' | 'differs'; readonly digest: string; readonly stored: string }
  | { readonly outcome: 'not_closed' }

interface NextDay extends CloseScope {
  readonly day: string
}

const digestOf = (document: string) => createHash('sha256').update(document).digest('hex')

/** Closes each day of the market once, in order. */
export class Closing {
  readonly #options: ClosingOptions

  constructor(options: ClosingOptions) {
    this.#options = options
  }

  /** Closes the oldest open day, if it ended long enough ago. May run in several processes at once. */
  async closeNext(): Promise<Closed> {
    const next = await this.#findNext()
    if (next === undefined) return { outcome: 'nothing_to_close' }
    if (!this.#isDue(next)) return { outcome: 'not_over' }
    if (!this.#options.areFeesConfirmed) return { outcome: 'unconfirmed_fees' }
    return (await this.#options.lock.hold(() => this.#closeOldest())) ?? { outcome: 'busy' }
  }

  async #closeOldest(): Promise<Closed> {
    const { store, calendar, rules, now } = this.#options
    // Another process may have closed the day before this one got the lock.
    const next = await this.#findNext()
    if (next === undefined || !this.#isDue(next)) return { outcome: 'closed_before' }
    const { totals, reports, events } = await this.#addUp(next, rules)
    for await (const batch of this.#options.events.orders(next)) {
      for (const order of batch) reports.addOrder(order)
    }
    const { day, fromAt, untilAt, lastEventId } = next
    const document = toCanonicalText(totals.close({ day, timeZone: calendar.timeZone, fromAt, untilAt }))
    const digest = digestOf(document)
    const close = { day, fromAt, untilAt, lastEventId, events, document, digest, closedAt: now() }
    const isFirst = await store.add(close, reports.rows())
    return isFirst ? { outcome: 'closed', close } : { outcome: 'closed_before' }
  }

  /** The oldest open day, and whether it ended long enough ago to be closed. */
  async findNext(): Promise<{ readonly day: string; readonly isDue: boolean } | undefined> {
    const next = await this.#findNext()
    return next && { day: next.day, isDue: this.#isDue(next) }
  }

  #isDue({ untilAt }: NextDay): boolean {
    return this.#options.now() >= untilAt + this.#options.closeAfterMs
  }

  /** Closes the day: false unless it is the oldest open day and due. */
  async closeDay(day: string): Promise<boolean> {
    const next = await this.findNext()
    return next?.day === day && next.isDue && (await this.closeNext()).outcome === 'closed'
  }

  /**
   * Adds up a closed day again from its events, by the rules in force at that time. This works only while payments of
   * the day are kept.
   */
  async reproduce(day: string): Promise<Reproduced> {
    const found = await this.#options.store.find(day)
    if (found === undefined) return { outcome: 'not_closed' }
    const { close, before } = found
    const { fromAt, untilAt, lastEventId, digest: stored } = close
    const { rules, timeZone } = readDocument(close)
    const scope = { fromAt, untilAt, lastEventId, ...(before && { seenEventId: before.lastEventId }) }
    const { totals } = await this.#addUp(scope, rules)
    const digest = digestOf(toCanonicalText(totals.close({ day, timeZone, fromAt, untilAt })))
    return { outcome: digest === stored ? 'same' : 'differs', digest, stored }
  }

  async #findNext(): Promise<NextDay | undefined> {
    const { store, events, calendar } = this.#options
    const last = await store.last()
    const firstAt = last === undefined ? await events.firstAt() : undefined
    const fromAt = last?.untilAt ?? (firstAt === undefined ? undefined : calendar.startOfDay(firstAt))
    if (fromAt === undefined) return undefined
    // 26 hours later it is the next day, on whichever side a change of the market's time zone falls.
    const untilAt = calendar.startOfDay(fromAt + 26 * hour)
    const seen = last && { seenEventId: last.lastEventId }
    return { day: calendar.dayOf(untilAt - 1), fromAt, untilAt, ...seen, lastEventId: await events.lastId() }
  }

  async #addUp(scope: CloseScope, rules: FinanceRules) {
    const { calendar, events: source } = this.#options
    const totals = new DayTotals(rules)
    const reports = new DayReportTotals()
    let events = 0
    const addAll = async (batches: AsyncIterable<readonly DayEvent[]>, dayOf: (at: number) => string) => {
      for await (const batch of batches) {
        for (const event of batch) {
          const day = dayOf(event.at)
          reports.add(day, event)
          if (event.money !== undefined) totals.add(day, event.money)
        }
        events += batch.length
      }
    }
    const own = calendar.dayOf(scope.untilAt - 1)
    await addAll(source.inTime(scope), () => own)
    if (scope.seenEventId !== undefined) await addAll(source.late(scope), calendar.dayOf)
    return { totals, reports, events }
  }
}

export const unconfirmedFees =
  'No day is closed: the market file does not say who has confirmed the fees of the providers (finance.feesConfirmedBy)'

interface ClosingQueueOptions {
  readonly closing: Pick<Closing, 'closeNext'>
  readonly now: () => number
}

/** Creates a worker queue that closes days, and makes no pause while there are more. */
export function createClosingQueue({ closing, now }: ClosingQueueOptions) {
  return createPeriodicQueue({
    ...{ name: 'close days', pauseMs: hour / 4, now },
    async work() {
      const { outcome } = await closing.closeNext()
      if (outcome === 'unconfirmed_fees') throw new Error(unconfirmedFees)
      return outcome === 'closed' || outcome === 'closed_before'
    },
  })
}
