import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'

interface Running {
  isOpen: boolean
}

const running = new AsyncLocalStorage<Running>()

/**
 * Everything in `work` commits together or not at all. It may await only `tx`: the outer handle or another transaction
 * inside it throws, because it would deadlock on SQLite and escape the transaction on PostgreSQL.
 */
export async function transaction<DB, T>(db: Kysely<DB>, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  assertOutsideTransaction()
  const state = { isOpen: true }
  return db.transaction().execute(async (tx) => {
    try {
      return await running.run(state, () => work(tx))
    } finally {
      // Callbacks that the work left behind, such as a timer, run outside the transaction from here on.
      state.isOpen = false
    }
  })
}

export function assertOutsideTransaction(): void {
  if (running.getStore()?.isOpen) throw new Error('The outer database handle was used inside a transaction')
}

/** The time that a caller waits for the database at most; 0 means without limit. */
export interface Timeouts {
  readonly connectMs: number
  readonly lockMs: number
  readonly statementMs: number
  /** The limit for a server that has become silent and does not end statements itself. */
  readonly answerMs: number
}

/** The timeouts of a visitor, two seconds in total, whichever applies. */
export const visitorTimeouts: Timeouts = { connectMs: 900, lockMs: 600, statementMs: 1_000, answerMs: 1_100 }

/** Due work and staff commands may wait longer. */
const workTimeouts: Timeouts = { connectMs: 5_000, lockMs: 10_000, statementMs: 10_000, answerMs: 15_000 }

/** Migrations take as long as the tables are large. */
const noTimeouts: Timeouts = { connectMs: 5_000, lockMs: 0, statementMs: 0, answerMs: 0 }

const inForce = new AsyncLocalStorage<Timeouts>()

/** Every statement in `work` has a visitor's timeouts. */
export function withVisitorTimeouts<T>(work: () => T): T {
  return inForce.run(visitorTimeouts, work)
}

export function withoutTimeouts<T>(work: () => T): T {
  return inForce.run(noTimeouts, work)
}

export const currentTimeouts = (): Timeouts => inForce.getStore() ?? workTimeouts
