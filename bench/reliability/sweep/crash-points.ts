import { audit } from '../simulation/audit.ts'
import { finishEverything } from '../simulation/finish.ts'
import { createCallSlots } from '../simulation/machine.ts'
import { openFresh } from '../simulation/portal-process.ts'
import type { Outcome } from '../simulation/simulate.ts'
import { World } from '../simulation/world.ts'
import { always, type Journey, journeys } from './journeys.ts'

/**
 * `takes_up` is one process at a time, as on SQLite. `waits` means that others continue, and leases run out, as on
 * PostgreSQL.
 */
export type Restart = 'takes_up' | 'waits'

export interface CrashTask {
  readonly journey: string
  readonly restart: Restart
  /** The process dies at every point, and after it at every further one. */
  readonly isTwice: boolean
}

interface Life {
  readonly faults: readonly string[]
  readonly journal: readonly string[]
  /** The number of points that processes have reached. */
  readonly places: number
}

async function live({ happen, ...odd }: Journey, restart: Restart, deaths: readonly number[]): Promise<Life> {
  const database = await openFresh(undefined)
  try {
    const recoversWork = restart === 'takes_up'
    const world = new World({
      database,
      chance: createCallSlots(),
      injectedFaults: always(odd),
      processes: recoversWork ? 1 : 2,
      recoversWork,
      diesAt: (count) => deaths.includes(count),
    })
    await happen(world)
    await finishEverything(world)
    return { faults: await audit(world), journal: world.journal, places: world.places }
  } finally {
    await database.close()
  }
}

/** Replays a journey, and each time the process dies at another point. */
export async function crashWhile({ journey: name, restart, isTwice }: CrashTask): Promise<Outcome> {
  const journey = journeys.find((one) => one.name === name)
  if (journey === undefined) throw new Error(`There is no journey "${name}"`)
  let tries = 0
  const faults: string[] = []
  const journal: string[] = []

  async function dieAt(journey: Journey, deaths: readonly number[]): Promise<Life> {
    const life = await live(journey, restart, deaths)
    tries += 1
    faults.push(...life.faults.map((fault) => `${name}, dying at ${deaths.join(' and ') || 'no'} place: ${fault}`))
    if (life.faults.length > 0 && journal.length === 0) journal.push(...life.journal)
    return life
  }

  const whole = await dieAt(journey, [])
  for (let first = 1; first <= whole.places; first += 1) {
    const { places } = await dieAt(journey, [first])
    if (isTwice) for (let second = first + 1; second <= places; second += 1) await dieAt(journey, [first, second])
  }
  return { faults, journal, tries }
}
