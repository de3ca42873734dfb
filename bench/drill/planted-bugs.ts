import { workThrough } from '../simulation/crew.ts'
import type { PlantedBug } from '../simulation/plant.ts'
import { bugs } from './bugs.ts'
import type { Drill, DrillOptions, DrillReport } from './drill.ts'

const operations = 200
const seeds = 1000
const seedsInFull = 2000

/** The first seed that shows the bug, and how; undefined when none does. */
export async function firstSeedThatShows(bug: PlantedBug, { seed, isFull }: Pick<DrillOptions, 'seed' | 'isFull'>) {
  let shown: { readonly seed: number; readonly tried: number; readonly fault: string } | undefined
  const tasks = Array.from({ length: isFull ? seedsInFull : seeds }, (_, run) => {
    return { job: 'simulate', seed: seed + run, operations } as const
  })
  await workThrough({
    tasks,
    bug,
    done(task, { faults: [fault] }) {
      if (fault !== undefined) shown ??= { seed: task.seed, tried: task.seed - seed + 1, fault }
      return fault === undefined
    },
  })
  return shown
}

async function run(options: DrillOptions): Promise<DrillReport> {
  const violations: string[] = []
  const tries: number[] = []
  for (const bug of bugs) {
    const shown = await firstSeedThatShows(bug, options)
    if (shown === undefined) violations.push(`nobody notices: ${bug.name} (${bug.file})`)
    else tries.push(shown.tried)
    const how = shown === undefined ? 'NOT CAUGHT' : `seed ${shown.tried}: ${shown.fault}`
    console.log(`      ${bug.name}\n        ${how}`)
  }
  const most = Math.max(0, ...tries)
  return { did: `${tries.length} of ${bugs.length} planted bugs caught, the last after ${most} seeds`, violations }
}

export const plantedBugs: Drill = {
  name: 'planted-bugs',
  promise: 'the simulation notices each of many bugs that somebody might put into the money core',
  run,
}
