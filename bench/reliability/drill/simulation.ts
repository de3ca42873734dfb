import { type Task, workThrough } from '../simulation/thread-pool.ts'
import type { Drill, DrillOptions, DrillReport } from './drill.ts'

type SimulationTask = Extract<Task, { job: 'simulate' }>

const operations = 200
/** One seed in fifty also runs on PostgreSQL: creating its schema takes longer than the run. */
const onPostgres = 50

function* tasksOf({ seed, isFull, databaseUrl }: DrillOptions): Generator<SimulationTask> {
  const runs = isFull ? 10_000 : 2000
  for (let run = 0; run < runs; run += 1) {
    yield { job: 'simulate', seed: seed + run, operations }
    if (run % onPostgres === 0) yield { job: 'simulate', seed: seed + run, operations, serverUrl: databaseUrl }
  }
}

/** Stops at the first seed that fails; a rerun begins with it. */
async function run(options: DrillOptions): Promise<DrillReport> {
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
    'under any faults of customers, providers, the BSS and operators, and under crashes, no money is lost or charged twice',
  run,
}
