import { AsyncLocalStorage } from 'node:async_hooks'

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
