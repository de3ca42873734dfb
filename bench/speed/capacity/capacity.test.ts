import { describe, expect, it } from 'vitest'
import { checkPoints, measured } from './measured.ts'
import { computeSize, simulateOperator } from './operator.ts'
import { computeNeeds, rankLimits, usualPlan } from './plan.ts'

const { costs } = measured

describe('the model of capacity', () => {
  it('is within 15 % of three figures that were measured', () => {
    const points = checkPoints(measured)
    expect(points.length).toBeGreaterThanOrEqual(3)
    expect(points.filter(({ error }) => error > 0.15)).toEqual([])
  })

  const load = { perSecond: 100, seconds: 20, payerMs: 500, roundTripMs: 0.3, seed: 7 }

  it('serves what it has been given room for, and ends the same for the same seed', () => {
    const scenario = { ...load, size: computeSize(costs, 100, 20), messagesPerSecond: 200 }
    const outcome = simulateOperator(costs, scenario)
    expect(outcome.finishedPerSecond).toBeGreaterThan(90)
    expect(outcome.ownP99Ms).toBeLessThan(1_000)
    expect(simulateOperator(costs, scenario)).toEqual(outcome)
  })

  it('falls behind where the database has half of the cores that the rate needs', () => {
    const size = { ...computeSize(costs, 1_000, 20), databaseCores: Math.floor((1_000 * costs.databaseMs) / 2_000) }
    const outcome = simulateOperator(costs, { ...load, perSecond: 1_000, seconds: 10, size, messagesPerSecond: 2_000 })
    expect(outcome.busy.database).toBeGreaterThan(0.95)
    expect(outcome.finishedPerSecond).toBeLessThan(750)
  })

  it('holds payments, and loses none, while a provider answers a hundred times slower', () => {
    const brownOut = { fromMs: 2_000, toMs: 8_000, times: 100, share: 0.5 }
    const scenario = { ...load, size: computeSize(costs, 100, 20), messagesPerSecond: 200, brownOut }
    const outcome = simulateOperator(costs, scenario)
    expect(outcome.wholeP99Ms).toBeGreaterThan(1_000)
    expect(outcome.ownP99Ms).toBeLessThan(1_000)
    expect(outcome.finishedPerSecond).toBeGreaterThan(90)
  })

  it('queues messages that the SMSC does not take', () => {
    const size = computeSize(costs, 100, 20)
    const outcome = simulateOperator(costs, { ...load, size, messagesPerSecond: 40 })
    expect(outcome.waitingMessages).toBeGreaterThan(800)
    expect(outcome.finishedPerSecond).toBeGreaterThan(90)
  })
})

describe('the plan of an operator', () => {
  it('needs in proportion to its customers', () => {
    const [one, two] = [50e6, 100e6].map((customers) => computeNeeds(costs, { ...usualPlan, customers }))
    expect(two?.databaseTb).toBeCloseTo(2 * (one?.databaseTb ?? 0))
    expect(two?.size.databaseCores).toBeCloseTo(2 * (one?.size.databaseCores ?? 0), -1)
  })

  it('names first what is reached first', () => {
    const limits = rankLimits(costs, { ...usualPlan, messagesPerSecond: 1 })
    expect(limits[0]?.perSecond).toBe(1)
    expect(limits.map(({ perSecond }) => perSecond)).toEqual(
      limits.map(({ perSecond }) => perSecond).toSorted((left, right) => left - right),
    )
  })
})
