import { sql } from 'kysely'
import type { OpenDatabase } from './open.ts'

/**
 * The time for everything that a process does: where several share a database, the database's clock is authoritative.
 */
export interface ProcessClock {
  readonly now: () => number
  /** Returns by how much the machine's own clock is ahead of `now`. */
  offsetMs(): number
  /** Returns how long the database took to answer the latest measurement. */
  roundTripMs(): number
  /** Returns false while this machine's clock is too wrong, or the time too uncertain, to claim due work. */
  mayClaim(): Promise<boolean>
  close(): void
}

/** The offset from which on staff are alerted. */
const reportedAboveMs = 2_000
/** The most offset for claims: a machine that is off by more has wrong signatures, certificates and logs too. */
const claimsUpToMs = 30_000

const measureEveryMs = 5_000
const believedForMs = 30_000
/** Between two measurements wall and steady clock advance equally, unless one was set or the machine was suspended. */
const mostDriftMs = 1_000
const measurementsAtStart = 3

export interface ClockSources {
  /** Reads the database's time, in epoch milliseconds. */
  readonly readTime: () => Promise<number>
  readonly wall: () => number
  /** A clock that is independent of changes to the system date. */
  readonly steady: () => number
}

interface ClockOptions extends ClockSources {
  readonly warn: (message: string) => void
}

/** The process's steady clock, aligned to the database's by measurements with a known round-trip time. */
export class DatabaseClock implements ProcessClock {
  readonly #options: ClockOptions
  #base = Number.NaN
  #measuredAt = Number.NEGATIVE_INFINITY
  #wallAhead = 0
  #roundTripMs = 0
  #measuring: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #messageOf = 0

  private constructor(options: ClockOptions) {
    this.#options = options
  }

  static async open(options: ClockOptions): Promise<DatabaseClock> {
    const clock = new DatabaseClock(options)
    for (let count = 0; count < measurementsAtStart; count++) await clock.measure()
    clock.#timer = setInterval(() => void clock.measure().catch(() => {}), measureEveryMs).unref()
    return clock
  }

  readonly now = (): number => Math.floor(this.#base + this.#options.steady())

  offsetMs(): number {
    return this.#options.wall() - this.now()
  }

  roundTripMs(): number {
    return this.#roundTripMs
  }

  async mayClaim(): Promise<boolean> {
    if (!this.#isBelieved()) await this.measure().catch(() => {})
    return this.#isBelieved() && Math.abs(this.offsetMs()) <= claimsUpToMs
  }

  /** Concurrent callers share one measurement. */
  measure(): Promise<void> {
    this.#measuring ??= this.#measure().finally(() => {
      this.#measuring = undefined
    })
    return this.#measuring
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #measure(): Promise<void> {
    const { readTime, steady, wall } = this.#options
    const askedAt = steady()
    const time = await readTime()
    const answeredAt = steady()
    const base = time - (askedAt + answeredAt) / 2
    this.#roundTripMs = answeredAt - askedAt
    const uncertainMs = this.#roundTripMs / 2 + 1
    // A measurement that agrees with earlier ones within its uncertainty must not make time jump.
    if (!(Math.abs(base - this.#base) <= uncertainMs)) this.#base = base
    this.#measuredAt = answeredAt
    this.#wallAhead = wall() - answeredAt
    this.#report()
  }

  #isBelieved(): boolean {
    const { steady, wall } = this.#options
    const isFresh = steady() - this.#measuredAt <= believedForMs
    return isFresh && Math.abs(wall() - steady() - this.#wallAhead) <= mostDriftMs
  }

  /** Reports the state once each time the clock becomes wrong, more wrong or right. */
  #report(): void {
    const offsetMs = this.offsetMs()
    const level = [reportedAboveMs, claimsUpToMs].filter((limit) => Math.abs(offsetMs) > limit).length
    if (level === this.#messageOf) return
    this.#messageOf = level
    const off = `The clock of this machine is ${(offsetMs / 1000).toFixed(1)} s off the database's`
    this.#options.warn([`${off}: that is near enough`, off, `${off}: this process claims no work`][level] ?? off)
  }
}

/** SQLite has a single process, whose own clock is authoritative. */
const ownClock: ProcessClock = {
  now: () => Date.now(),
  offsetMs: () => 0,
  roundTripMs: () => 0,
  mayClaim: async () => true,
  close: () => {},
}

export async function openClock({ db, engine }: OpenDatabase, warn: ClockOptions['warn']): Promise<ProcessClock> {
  if (engine === 'sqlite') return ownClock
  return DatabaseClock.open({
    async readTime() {
      const { rows } = await sql<{ readonly now: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
      return rows[0]?.now ?? Number.NaN
    },
    wall: () => Date.now(),
    steady: () => performance.now(),
    warn,
  })
}
