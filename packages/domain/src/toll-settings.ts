import type { WorkReason } from './otp-sending.ts'

const second = 1000
const minute = 60 * second

/** What one puzzle costs its solver, on average the half of `guesses.most` and `guesses.least` together. */
export interface Effort {
  /** Of the key derivation, for each guess. */
  readonly rounds: number
  readonly guesses: { readonly least: number; readonly most: number }
}

/** What callers give for a message beyond a human's pace: work, or, where no script runs, time. */
export const tollSettings = {
  efforts: {
    // A second on a cheap phone: customers behind a busy address have done nothing.
    caller: { rounds: 1_000, guesses: { least: 100, most: 400 } },
    number: { rounds: 1_000, guesses: { least: 400, most: 1_200 } },
    breaker: { rounds: 1_000, guesses: { least: 400, most: 1_200 } },
  },
  puzzleLifeMs: 10 * minute,
  /** Whoever has no script waits so long. */
  waitMs: 20 * second,
  /** From asking on; who comes back later asks again. */
  ticketLifeMs: 30 * minute,
  /** Waiting costs a machine nothing, so only so many messages an hour go to those who waited, of all callers together. */
  waitsPerHour: 200,
} as const satisfies TollSettings

/** Whether what was done for one reason is enough for another. */
export function isWorkEnough(efforts: TollSettings['efforts'], done: WorkReason, due: WorkReason): boolean {
  const sizeOf = ({ rounds, guesses }: Effort) => rounds * (guesses.least + guesses.most)
  return sizeOf(efforts[done]) >= sizeOf(efforts[due])
}

export interface TollSettings {
  readonly efforts: Readonly<Record<WorkReason, Effort>>
  readonly puzzleLifeMs: number
  readonly waitMs: number
  readonly ticketLifeMs: number
  readonly waitsPerHour: number
}
