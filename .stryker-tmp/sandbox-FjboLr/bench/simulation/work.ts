// @ts-nocheck
import { crashWhile } from '../sweep/crash-points.ts'
import { payThrough } from '../sweep/provider-faults.ts'
import { auditAuditor } from './audit-auditor.ts'
import type { Task } from './crew.ts'
import { type Outcome, simulate } from './simulate.ts'

export async function work(task: Task): Promise<Outcome> {
  switch (task.job) {
    case 'simulate':
      return simulate(task)
    case 'audit':
      return auditAuditor(task)
    case 'crash':
      return crashWhile(task)
    case 'faults':
      return payThrough(task)
  }
}
