import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { median } from '../../environment/statistics.ts'
import { simulateSharedMachine } from './operator.ts'
import type { Costs } from './payment-system.ts'

const Ms = z.number().nonnegative()

const Measured = z.object({
  /** Command, day and machine. */
  by: z.string(),
  costs: z.object({
    portalMs: Ms,
    databaseMs: Ms,
    othersMs: Ms,
    writes: z.number().positive(),
    reads: z.number().nonnegative(),
    statements: z.number().positive(),
    flushMs: Ms,
    logKb: z.number().positive(),
    storedKb: z.number().positive(),
    callMs: z.object({ start: Ms, query: Ms, deliver: Ms, message: Ms }),
  }),
  machine: z.object({ cores: z.int(), processes: z.int(), connectionsOfProcess: z.int(), payerMs: Ms }),
  points: z.array(
    z.object({
      perSecond: z.number().positive(),
      figure: z.enum(['wholeP50Ms', 'wholeP99Ms', 'ownP99Ms', 'finishedPerSecond']),
      measured: z.number().positive(),
    }),
  ),
})

export type Measured = z.infer<typeof Measured>

/** The figures that the model is fed with and checked against; edited by hand after a run of the bench. */
export function readMeasured(): Measured {
  return Measured.parse(JSON.parse(readFileSync(new URL('measured.json', import.meta.url), 'utf8')))
}

export interface CheckedPoint {
  readonly perSecond: number
  readonly figure: string
  readonly measured: number
  readonly simulated: number
  /** 0.1: a tenth too much or too little. */
  readonly error: number
}

const seeds = [1, 2, 3]
const checkedSeconds = 20

/** The median of a few seeds beside what was measured on the same machine. */
export function checkPoints({ costs, machine, points }: Measured): readonly CheckedPoint[] {
  return points.map(({ perSecond, figure, measured }) => {
    const load = { ...machine, perSecond, seconds: checkedSeconds }
    const simulated = median(
      seeds.map((seed) => simulateSharedMachine(costs satisfies Costs, { ...load, seed })[figure]),
    )
    return { perSecond, figure, measured, simulated, error: Math.abs(simulated - measured) / measured }
  })
}
