import { median } from '../../environment/statistics.ts'
import { type Outcome, type SharedMachine, simulateSharedMachine } from './operator.ts'
import type { Costs } from './payment-system.ts'

export interface Measured {
  /** Command, day and machine. */
  readonly by: string
  readonly costs: Costs
  readonly machine: Omit<SharedMachine, 'perSecond' | 'seconds' | 'seed'>
  readonly points: readonly {
    readonly perSecond: number
    readonly figure: keyof Pick<Outcome, 'wholeP50Ms' | 'wholeP99Ms' | 'ownP99Ms' | 'finishedPerSecond'>
    readonly measured: number
  }[]
}

/** The figures that the model is fed with and checked against; edited by hand after a run of the bench. */
export const measured: Measured = {
  by: 'npm run bench -- payments, 2026-11-28, two cores of an AMD EPYC, PostgreSQL, two processes',
  costs: {
    ...{ portalMs: 10.8, databaseMs: 4.2, othersMs: 4.6 },
    ...{ writes: 6.5, reads: 8.4, statements: 15.6 },
    ...{ flushMs: 1, logKb: 12.1, storedKb: 4 },
    callMs: { start: 5, query: 5, deliver: 10, message: 3 },
  },
  machine: { cores: 2, processes: 2, connectionsOfProcess: 20, payerMs: 500 },
  points: [
    { perSecond: 25, figure: 'wholeP50Ms', measured: 531 },
    { perSecond: 50, figure: 'wholeP50Ms', measured: 530 },
    { perSecond: 75, figure: 'wholeP50Ms', measured: 539 },
  ],
}

export interface CheckedPoint {
  readonly perSecond: number
  readonly figure: string
  readonly measured: number
  readonly simulated: number
  /** 0.1 means a tenth too much or too little. */
  readonly error: number
}

const seeds = [1, 2, 3, 4, 5]
const checkedSeconds = 20

/** Prints the median of a few seeds beside what was measured on the same machine. */
export function checkPoints({ costs, machine, points }: Measured): readonly CheckedPoint[] {
  return points.map(({ perSecond, figure, measured }) => {
    const load = { ...machine, perSecond, seconds: checkedSeconds }
    const simulated = median(seeds.map((seed) => simulateSharedMachine(costs, { ...load, seed })[figure]))
    return { perSecond, figure, measured, simulated, error: Math.abs(simulated - measured) / measured }
  })
}
