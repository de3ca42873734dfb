import { type Task, workThrough } from '../simulation/thread-pool.ts'
import { journeys } from '../sweep/journeys.ts'
import type { Drill, DrillOptions, DrillReport } from './drill.ts'

type CrashTask = Extract<Task, { job: 'crash' }>

export function crashTasks(isTwice: boolean): readonly CrashTask[] {
  return journeys.flatMap(({ name }) =>
    (['takes_up', 'waits'] as const).map((restart) => ({ job: 'crash', journey: name, restart, isTwice }) as const),
  )
}

/** Nothing in it is random, so the seed changes nothing. */
async function run({ isFull }: DrillOptions): Promise<DrillReport> {
  const violations: string[] = []
  let lives = 0
  await workThrough({
    tasks: crashTasks(isFull),
    done(_, { faults, journal, tries }) {
      lives += tries
      if (violations.length === 0 && journal.length > 0) console.log(journal.join('\n'))
      violations.push(...faults)
      return true
    },
  })
  const how = isFull ? 'killed at every point, and again at every point after it' : 'killed at every point'
  return { did: `${journeys.length} journeys run ${lives} times, ${how}`, violations }
}

export const crashPoints: Drill = {
  name: 'crash-points',
  promise: 'a process may die before and after every call of a port; a restart brings each payment to its end',
  run,
}
