import { minute, second } from '../time.ts'

/** 0: none is asked for. Each level costs twice the work of the one below. */
export type ChallengeLevel = number

export const hardestChallenge: ChallengeLevel = 10

/** What one challenge costs its solver, on average the half of `guesses.most` and `guesses.least` together. */
export interface Effort {
  /** Of the key derivation, for each guess. */
  readonly rounds: number
  readonly guesses: { readonly least: number; readonly most: number }
}

/** What callers give for what is metered beyond a human's pace: work, or, where no script runs, time. */
export const challengeSettings = {
  challengeLifeMs: 10 * minute,
  /** From asking on; a visitor who comes back later asks again. */
  tokenLifeMs: 30 * minute,
} as const

/** The first level is a second on a cheap phone: customers behind a shared address have done nothing. */
export function effortOf(level: ChallengeLevel): Effort {
  const times = 2 ** (levelWithin(level) - 1)
  return { rounds: 1_000, guesses: { least: 100 * times, most: 400 * times } }
}

/** For visitors without script. Harder challenges last longer, but no longer than a person stays. */
export function waitMsFor(level: ChallengeLevel): number {
  return Math.min(120 * second, 20 * second * Math.max(1, levelWithin(level) - 2))
}

/** While a visitor solves, the level may rise by one without making the work worthless. */
export function isWorkEnough(done: ChallengeLevel, due: ChallengeLevel): boolean {
  return done >= levelWithin(due) - (due > 1 ? 1 : 0)
}

function levelWithin(level: ChallengeLevel): ChallengeLevel {
  return Math.min(hardestChallenge, Math.max(1, Math.floor(level)))
}
