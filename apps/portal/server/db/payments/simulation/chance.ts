/** Random, but the same for the same seed. */
export interface Chance {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number
  happens(probability: number): boolean
  pick<T>(list: readonly T[]): T | undefined
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0

  // mulberry32
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const below = (limit: number) => Math.floor(next() * limit)
  return { below, happens: (probability) => next() < probability, pick: (list) => list[below(list.length)] }
}

/** How the other party may let a call down; silent once the run comes to its end. */
export interface Mishaps {
  /** The call does not arrive. */
  before(): void
  /** The call has had its effect, and the answer is lost. */
  after(): void
  /** Something that goes wrong by itself. */
  happens(probability: number): boolean
  end(): void
}

export function createMishaps(chance: Chance): Mishaps {
  let isOver = false
  const happens = (probability: number) => !isOver && chance.happens(probability)
  const fail = (what: string) => {
    if (happens(0.12)) throw new Error(what)
  }
  return {
    before: () => fail('not arrived'),
    after: () => fail('answer lost'),
    happens,
    end: () => {
      isOver = true
    },
  }
}
