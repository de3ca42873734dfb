import { type Task, workThrough } from '../simulation/thread-pool.ts'
import type { Drill, DrillOptions, DrillReport } from './drill.ts'

type SimulationTask = Extract<Task, { job: 'simulate' }>

const operations = 200
/** One seed in fifty also runs on PostgreSQL: creating its schema takes longer than the run. */
const onPostgres = 50

function* tasksOf({ seed, isFull, databaseUrl }: DrillOptions): Generator<SimulationTask> {
  const runs = isFull ? 10_000 : 1000
  for (let run = 0; run < runs; run += 1) {
    yield { job: 'simulate', seed: seed + run, operations }
    if (run % onPostgres === 0) yield { job: 'simulate', seed: seed + run, operations, serverUrl: databaseUrl }
  }
}

/** Stops at the first seed that fails; a rerun begins with it. */
async function runSimulation(options: DrillOptions): Promise<DrillReport> {
  const counts = { sqlite: 0, postgres: 0 }
  const failed: { readonly seed: number; readonly violations: readonly string[] }[] = []
  await workThrough({
    tasks: tasksOf(options),
    done({ seed, serverUrl }, { faults, journal }) {
      const engine = serverUrl === undefined ? 'sqlite' : 'postgres'
      counts[engine] += 1
      if (faults.length > 0) {
        console.log(journal.join('\n'))
        failed.push({ seed, violations: faults.map((fault) => `seed ${seed} on ${engine}: ${fault}`) })
      }
      return faults.length === 0
    },
  })
  const [first] = failed
  return {
    did: `${counts.sqlite} seeds × ${operations} operations on SQLite, ${counts.postgres} on PostgreSQL`,
    violations: failed.flatMap(({ violations }) => violations),
    ...(first && { failingSeed: first.seed }),
  }
}

export const simulation: Drill = {
  name: 'simulation',
  promise:
    'under any faults of customers, providers, the BSS and staff, and under crashes, no money is lost or charged twice',
  run: runSimulation,
}

type AuditTask = Extract<Task, { job: 'audit' }>

const seeds = 200
const seedsInFull = 1000

async function runInvariantChecker({ seed, isFull }: DrillOptions): Promise<DrillReport> {
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
  run: runInvariantChecker,
}
