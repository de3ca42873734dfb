import { seededRandom } from '../../environment/random.ts'

/** Random, but the same for the same seed. */
export interface Chance {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  happens(probability: number): boolean
  pick<T>(list: readonly T[]): T | undefined
}

export function createChance(seed: number): Chance {
  const next = seededRandom(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, happens: (probability) => next() < probability, pick: (list) => list[below(list.length)] }
}

/** For drills that leave nothing to chance: one after the other, and nothing happens by itself. */
export function createCallSlots(): Chance {
  let turn = 0
  const pick = <T>(list: readonly T[]): T | undefined => {
    turn += 1
    return list[turn % list.length]
  }
  return { below: () => 0, happens: () => false, pick }
}
