import { minute, second } from '../time.ts'

/** The level 0 means no challenge. Each level costs twice the work of the one below. */
export type ChallengeLevel = number

export const hardestChallenge: ChallengeLevel = 10

/**
 * The cost of one challenge: the number to find lies between the least and the most guesses, and a browser tries all
 * from 0 on, so it makes half of their sum on average.
 */
export interface Effort {
  /** The rounds of the key derivation for each guess. */
  readonly rounds: number
  readonly guesses: { readonly min: number; readonly max: number }
}

/** Settings of challenges for requests beyond a human's pace: proof of work, or waiting time without script. */
export const challengeSettings = {
  challengeLifeMs: 10 * minute,
  /** The life from issue; a visitor who returns later gets a new challenge. */
  tokenLifeMs: 30 * minute,
} as const

/**
 * The first level takes a second on a cheap phone: customers behind a shared address have done nothing wrong. The
 * counts at which each level begins are in `rate-policies.ts`.
 */
export function computeEffort(level: ChallengeLevel): Effort {
  const factor = 2 ** (levelWithin(level) - 1)
  return { rounds: 1_000, guesses: { min: 100 * factor, max: 400 * factor } }
}

/**
 * Computes the wait for visitors without script. Harder challenges take longer, up to what a person is willing to wait.
 */
export function computeWaitMs(level: ChallengeLevel): number {
  return Math.min(120 * second, 20 * second * Math.max(1, levelWithin(level) - 2))
}

/** While a visitor solves a challenge, the level may rise by one without invalidating the solution. */
export function isWorkEnough(done: ChallengeLevel, due: ChallengeLevel): boolean {
  return done >= levelWithin(due) - (due > 1 ? 1 : 0)
}

function levelWithin(level: ChallengeLevel): ChallengeLevel {
  return Math.min(hardestChallenge, Math.max(1, Math.floor(level)))
}
