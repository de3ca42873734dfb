// @ts-nocheck
import { audit } from './audit.ts'
import { createChance } from './chance.ts'
import { openFresh } from './fresh-database.ts'
import { happenOnce } from './happenings.ts'
import { createMishaps } from './mishaps.ts'
import { settleEverything } from './settle.ts'
import { World } from './world.ts'

export interface SimulationOptions {
  readonly seed: number
  readonly operations: number
  /** A PostgreSQL server in place of SQLite in memory. */
  readonly serverUrl?: string | undefined
}

export interface Outcome {
  /** What does not hold; none when all is well. */
  readonly faults: readonly string[]
  /** What happened, when something does not hold. */
  readonly journal: readonly string[]
  /** How often the portal, or the auditor, was tried. */
  readonly tries: number
}

interface LifeOptions extends SimulationOptions {
  /** Whether retention removes what is old. */
  readonly forgets: boolean
}

/** Operations that follow from a seed, with everything failing around them; then peace, and a look at what is left. */
export async function liveThrough<T>(
  { seed, operations, serverUrl, forgets }: LifeOptions,
  look: (world: World) => Promise<T>,
): Promise<T> {
  const database = await openFresh(serverUrl)
  try {
    const chance = createChance(seed)
    const world = new World({ database, chance, mishaps: createMishaps(chance) })
    await world.orderSomething()
    for (let operation = 0; operation < operations; operation += 1) {
      await happenOnce(world, forgets)
      await world.goOn(chance.below(25))
    }
    await settleEverything(world)
    return await look(world)
  } finally {
    await database.close()
  }
}

export async function simulate(options: SimulationOptions): Promise<Outcome> {
  return liveThrough({ ...options, forgets: true }, async (world) => {
    const faults = await audit(world)
    return { faults, journal: faults.length > 0 ? world.journal : [], tries: 1 }
  })
}
