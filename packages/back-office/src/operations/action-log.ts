import { createHash } from 'node:crypto'
import { day as dayMs } from '@nyanja/domain/time'
import type { ActingStaff } from '@nyanja/server/common/staff-action'
import { actionsKeptMs } from './retention.ts'

/** A row of the log. The note in `why` is outside the digests, because it may be erased. */
export interface LoggedAction {
  readonly id: number
  /** The time in epoch milliseconds. */
  readonly at: number
  readonly who: string
  readonly action: string
  readonly subject: string
  readonly why: string
  readonly detail: string | null
  readonly staff_id: string | null
  readonly role: string | null
  readonly reason: string | null
}

/** The actions of a day, from `fromAt` to before `untilAt`, covered by one digest. */
export interface SealedDay {
  readonly day: string
  readonly fromAt: number
  readonly untilAt: number
  readonly actions: number
  readonly digest: string
  /** The digest of the sealed day before, empty for the first. */
  readonly previous: string
}

export interface ActionFilter {
  readonly subject?: string
  readonly staffId?: string
  readonly from?: number
  readonly until?: number
}

export interface ActingPerson {
  readonly id: string
  readonly name: string
}

export interface ActionLogStore {
  record(action: {
    readonly at: number
    readonly who: string
    readonly action: string
    readonly subject: string
    readonly why: string
    readonly staff: ActingStaff
  }): Promise<void>
  /** Lists the newest actions first. */
  list(filter: ActionFilter, limit: number): Promise<readonly LoggedAction[]>
  /** Lists all staff who ever acted in the console, by name. */
  people(): Promise<readonly ActingPerson[]>
  /** Reads the actions in the order of their ids, in batches. */
  between(fromAt: number, untilAt: number): AsyncIterable<LoggedAction>
  /** Finds the oldest action that is in no sealed day: undefined when all are sealed. */
  oldestUnsealed(): Promise<number | undefined>
  sealedDays(): Promise<readonly SealedDay[]>
  /** Returns false when another process has sealed it. */
  seal(day: SealedDay): Promise<boolean>
  /** Empties the note of an action. False when there is none. */
  eraseNote(id: number): Promise<boolean>
}

/** The times in epoch milliseconds, the second not included. */
interface Period {
  readonly from: number
  readonly until: number
}

interface ActionLogOptions {
  readonly store: ActionLogStore
  readonly now: () => number
}

/** Computes days in UTC: the chain means the same in every market and after a change of its time zone. */
const startOfDay = (at: number) => Math.floor(at / dayMs) * dayMs
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The delay, long enough for every transaction of the day to have ended. */
const graceMs = 10 * 60_000

export const longestLog = 500

export type ChainFault = { readonly day: string; readonly fault: 'changed' | 'broken_chain' }

/** The append-only record of who did what. Each day is sealed by a digest that includes the one before. */
export class ActionLog {
  readonly #options: ActionLogOptions

  constructor(options: ActionLogOptions) {
    this.#options = options
  }

  record(action: Omit<Parameters<ActionLogStore['record']>[0], 'at'>): Promise<void> {
    return this.#options.store.record({ ...action, at: this.#options.now() })
  }

  list(filter: ActionFilter): Promise<readonly LoggedAction[]> {
    return this.#options.store.list(filter, longestLog)
  }

  people(): Promise<readonly ActingPerson[]> {
    return this.#options.store.people()
  }

  /** Reads the actions, the oldest first, at most `most` of them. */
  async *export({ subject, staffId, from, until }: Period & ActionFilter, most: number): AsyncGenerator<LoggedAction> {
    let left = most
    for await (const action of this.#options.store.between(from, until)) {
      if (subject !== undefined && action.subject !== subject) continue
      if (staffId !== undefined && action.staff_id !== staffId) continue
      if (left-- === 0) return
      yield action
    }
  }

  eraseNote(id: number): Promise<boolean> {
    return this.#options.store.eraseNote(id)
  }

  /** Seals every day that is over and has actions. Several processes may do so at once. */
  async sealDays(): Promise<readonly string[]> {
    const { store, now } = this.#options
    const sealed: string[] = []
    for (;;) {
      const oldest = await store.oldestUnsealed()
      if (oldest === undefined) return sealed
      const fromAt = startOfDay(oldest)
      const untilAt = fromAt + dayMs
      if (now() < untilAt + graceMs) return sealed
      const previous = (await store.sealedDays()).at(-1)?.digest ?? ''
      const { digest, actions } = await this.#digest(fromAt, untilAt, previous)
      const day = { day: dayOf(fromAt), fromAt, untilAt, actions, digest, previous }
      if (!(await store.seal(day))) return sealed
      sealed.push(day.day)
    }
  }

  /**
   * Lists days whose actions differ from their digest, or that do not follow the day before. Days past retention are
   * skipped.
   */
  async verify(keptSince = this.#options.now() - actionsKeptMs): Promise<readonly ChainFault[]> {
    const faults: ChainFault[] = []
    let previous: string | undefined
    for (const { day, fromAt, untilAt, ...sealed } of await this.#options.store.sealedDays()) {
      if (previous !== undefined && sealed.previous !== previous) faults.push({ day, fault: 'broken_chain' })
      previous = sealed.digest
      if (fromAt < keptSince) continue
      const { digest, actions } = await this.#digest(fromAt, untilAt, sealed.previous)
      if (digest !== sealed.digest || actions !== sealed.actions) faults.push({ day, fault: 'changed' })
    }
    return faults
  }

  async #digest(fromAt: number, untilAt: number, previous: string) {
    const hash = createHash('sha256').update(previous)
    let actions = 0
    for await (const { why, ...covered } of this.#options.store.between(fromAt, untilAt)) {
      const { id, at, who, action, subject, detail, staff_id, role, reason } = covered
      hash.update(`\n${JSON.stringify([id, at, who, action, subject, detail, staff_id, role, reason])}`)
      actions += 1
    }
    return { digest: hash.digest('hex'), actions }
  }
}
