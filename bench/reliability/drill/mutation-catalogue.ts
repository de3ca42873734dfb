import { workThrough } from '../simulation/thread-pool.ts'
import type { Drill, DrillOptions, DrillReport } from './drill.ts'
import { createMutant, type Mutant } from './mutate.ts'
import { mutations } from './mutations.ts'

const operations = 200
const seeds = 1000
const seedsInFull = 2000

/** Returns the first seed with a simulation that fails on the mutant, and how; it is undefined when none does. */
export async function findFailingSeed(mutant: Mutant, { seed, isFull }: Pick<DrillOptions, 'seed' | 'isFull'>) {
  let failing: { readonly seed: number; readonly tried: number; readonly fault: string } | undefined
  const tasks = Array.from({ length: isFull ? seedsInFull : seeds }, (_, run) => {
    return { job: 'simulate', seed: seed + run, operations } as const
  })
  await workThrough({
    tasks,
    mutant,
    done(task, { faults: [fault] }) {
      if (fault !== undefined) failing ??= { seed: task.seed, tried: task.seed - seed + 1, fault }
      return fault === undefined
    },
  })
  return failing
}

async function run(options: DrillOptions): Promise<DrillReport> {
  const violations: string[] = []
  const tries: number[] = []
  for (const mutation of mutations) {
    const mutant = createMutant(mutation)
    const failing = await findFailingSeed(mutant, options)
    if (failing === undefined) violations.push(`not found: ${mutation.name} (${mutant.file})`)
    else tries.push(failing.tried)
    const how = failing === undefined ? 'NOT FOUND' : `seed ${failing.tried}: ${failing.fault}`
    console.log(`      ${mutation.name}\n        ${how}`)
  }
  const most = Math.max(0, ...tries)
  return { did: `${tries.length} of ${mutations.length} mutations found, the last after ${most} seeds`, violations }
}

export const mutationCatalogue: Drill = {
  name: 'mutation-catalogue',
  promise: 'the simulation finds each fault of a catalogue that an engineer might write into the money core',
  run,
}
