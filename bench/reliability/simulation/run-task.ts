import { crashWhile } from '../sweep/crash-points.ts'
import { payThrough } from '../sweep/provider-faults.ts'
import { type Outcome, simulate } from './simulate.ts'
import { testChecker } from './test-checker.ts'
import type { Task } from './thread-pool.ts'

export async function runTask(task: Task): Promise<Outcome> {
  switch (task.job) {
    case 'simulate':
      return simulate(task)
    case 'audit':
      return testChecker(task)
    case 'crash':
      return crashWhile(task)
    case 'faults':
      return payThrough(task)
  }
}
