import { audit } from './audit.ts'
import { orderSomething } from './customers.ts'
import { happenOnce } from './events.ts'
import { finishEverything } from './finish.ts'
import { createInjectedFaults } from './injected-faults.ts'
import { createChance, type Place } from './machine.ts'
import { openFresh } from './portal-process.ts'
import { World } from './world.ts'

export interface SimulationOptions {
  readonly seed: number
  readonly operations: number
  /** A PostgreSQL server in place of SQLite in memory. */
  readonly serverUrl?: string | undefined
}

export interface Outcome {
  /** The violations; none in a good run. */
  readonly faults: readonly string[]
  /** The events, when there is a violation. */
  readonly journal: readonly string[]
  /** The counts say how often the portal, or the invariant checker, was tried. */
  readonly tries: number
}

interface LifeOptions extends SimulationOptions {
  /** Tells whether retention removes old data. */
  readonly forgets: boolean
}

/** Workers write these about deliveries, refunds and verifications; another worker may have the lease before them. */
const workersWrites = /^before (?:deliveries|credits|takebacks|refunds|checks|attempts[.](?:capture|refuse|waiting))/
const heldUpMs = 150_000

/** Runs random operations from a seed, with faults everywhere; then the faults end, and the result is checked. */
export async function liveThrough<T>(
  { seed, operations, serverUrl, forgets }: LifeOptions,
  inspect: (world: World) => Promise<T>,
): Promise<T> {
  const database = await openFresh(serverUrl)
  try {
    const chance = createChance(seed)
    const injectedFaults = createInjectedFaults(chance)
    const isHeldUp = (place: Place) => workersWrites.test(place) && injectedFaults.happens('standsStill', '')
    const world = new World({ database, chance, injectedFaults, isHeldUp, heldUpMs })
    await orderSomething(world)
    for (let operation = 0; operation < operations; operation += 1) {
      await happenOnce(world, forgets)
      await world.advance(chance.below(25))
    }
    await finishEverything(world)
    return await inspect(world)
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
