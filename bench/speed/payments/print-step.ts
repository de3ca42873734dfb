import type { Budget } from '../../environment/results.ts'
import { printTable } from '../../environment/run-bench.ts'
import type { AuditReport } from '../../invariants/audit.ts'
import type { Step } from './load-step.ts'
import { type Spent, withoutIdling } from './readings.ts'

const whole = (figure: number) => figure.toFixed(0)
const fine = (figure: number) => figure.toFixed(figure < 10 ? 2 : 1)

export function printSteps(steps: readonly Step[]): void {
  const head = [
    'arriving per second',
    'begun',
    'delivered',
    'p50 ms',
    'p99 ms',
    'our own p99 ms',
    'portal CPU',
    'RSS MB',
  ]
  const rows = steps.map(({ perSecond, begun, succeeded, p50Ms, p99Ms, ownP99Ms, portalLoad, rssMb, isClean }) => [
    `${perSecond}${isClean ? '' : ' (not clean)'}`,
    whole(begun),
    whole(succeeded),
    whole(p50Ms),
    whole(p99Ms),
    whole(ownP99Ms),
    `${whole(portalLoad * 100)} %`,
    whole(rssMb),
  ])
  printTable(head, rows)
}

/** Prints where the time of one payment goes, and its calls of providers, the database and the processors. */
export function printProfile({ perSecond, phases, calls, refusals, begun, spent }: Step, idle: Spent): void {
  console.log(`\nOne payment at ${perSecond} per second`)
  printTable(
    ['environment', 'p50 ms', 'p99 ms'],
    phases.map(({ phase, p50Ms, p99Ms }) => [phase, whole(p50Ms), whole(p99Ms)]),
  )
  printTable(
    ['call', 'per payment', 'mean ms'],
    calls.map(({ call, count, meanMs }) => [call, fine(count / begun), meanMs.toFixed(1)]),
  )
  const { cpuMs, database } = withoutIdling(spent, idle)
  if (database !== undefined) {
    const { commits, writes, statements, statementMs, walBytes } = database
    const rows = [
      ['transactions that write', writes],
      ['transactions that only read', commits - writes],
      ['statements', statements],
      ['statement ms', statementMs],
      ['log KB', walBytes / 1024],
    ] as const
    printTable(
      ['database, without idling', 'per payment'],
      rows.map(([what, figure]) => [what, fine(figure / begun)]),
    )
  }
  printTable(
    ['processor ms, without idling', 'per payment'],
    Object.entries(cpuMs).map(([name, figure]) => [name, fine(figure / begun)]),
  )
  for (const [what, count] of refusals) console.log(`${count} × ${what}`)
}

/** The result is compared with the records of the providers and the BSS. */
export function budgetOfInvariants({ violations }: Pick<AuditReport, 'violations'>, engine?: string): Budget {
  const promise = `no violation of the money invariants${engine === undefined ? '' : ` on ${engine}`}`
  return { promise, isKept: violations.length === 0, figure: `${violations.length} violations` }
}
