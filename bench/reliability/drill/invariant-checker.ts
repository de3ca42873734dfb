import { type Task, workThrough } from '../simulation/thread-pool.ts'
import type { Drill, DrillOptions, DrillReport } from './drill.ts'

type AuditTask = Extract<Task, { job: 'audit' }>

const operations = 200
const seeds = 200
const seedsInFull = 1000

async function run({ seed, isFull }: DrillOptions): Promise<DrillReport> {
  const violations: string[] = []
  const failing: number[] = []
  const tasks = Array.from({ length: isFull ? seedsInFull : seeds }, (_, at): AuditTask => {
    return { job: 'audit', seed: seed + at, operations }
  })
  let tampered = 0
  await workThrough({
    tasks,
    done(task, { faults, journal, tries }) {
      tampered += tries
      if (faults.length > 0) failing.push(task.seed)
      if (failing.length === 1) console.log(journal.join('\n'))
      violations.push(...faults.map((fault) => `seed ${task.seed}: ${fault}`))
      return faults.length === 0
    },
  })
  const [failingSeed] = failing
  return {
    did: `${tasks.length} simulated provider records without a fault, then ${tampered} single rows tampered with`,
    violations,
    ...(failingSeed !== undefined && { failingSeed }),
  }
}

export const invariantChecker: Drill = {
  name: 'invariant-checker',
  promise: 'the invariant checker finds nothing in good records, and any row of them that is wrong',
  run,
}
