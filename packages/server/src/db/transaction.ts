import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'

interface Running {
  isOpen: boolean
}

const running = new AsyncLocalStorage<Running>()

/**
 * Everything in `work` commits together or not at all. It awaits nothing but `tx`: the outer handle or another
 * transaction inside it throws, because it would wait for ever on SQLite and escape the transaction on PostgreSQL.
 */
export async function transaction<DB, T>(db: Kysely<DB>, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
  assertOutsideTransaction()
  const state = { isOpen: true }
  try {
    return await db.transaction().execute((tx) => running.run(state, () => work(tx)))
  } finally {
    // What the work left running, a timer for one, is outside from here on.
    state.isOpen = false
  }
}

export function assertOutsideTransaction(): void {
  if (running.getStore()?.isOpen) throw new Error('The outer database handle was used inside a transaction')
}

/** How long the database may keep its caller waiting; 0 is for ever. */
export interface Timeouts {
  readonly connectMs: number
  readonly lockMs: number
  readonly statementMs: number
  /** Of a server that has fallen silent, which ends no statement by itself. */
  readonly answerMs: number
}

/** Together no more than two seconds, whichever of them it comes to. */
export const visitorTimeouts: Timeouts = { connectMs: 900, lockMs: 600, statementMs: 1_000, answerMs: 1_100 }

/** Due work and operators' commands may wait longer. */
const workTimeouts: Timeouts = { connectMs: 5_000, lockMs: 10_000, statementMs: 10_000, answerMs: 15_000 }

/** Migrations take as long as the tables are large. */
const noTimeouts: Timeouts = { connectMs: 5_000, lockMs: 0, statementMs: 0, answerMs: 0 }

const inForce = new AsyncLocalStorage<Timeouts>()

/** Whatever `work` asks of the database is asked with a visitor's timeouts. */
export function withVisitorTimeouts<T>(work: () => T): T {
  return inForce.run(visitorTimeouts, work)
}

export function withoutTimeouts<T>(work: () => T): T {
  return inForce.run(noTimeouts, work)
}

export const currentTimeouts = (): Timeouts => inForce.getStore() ?? workTimeouts
