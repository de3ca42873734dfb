import { computeSize, type Size } from './operator.ts'
import type { Costs } from './payment-system.ts'

/** What is assumed of an operator and of the machines that can be had. */
export interface Plan {
  readonly customers: number
  /** Payments a second of a million customers in the busiest minutes of a payday. */
  readonly peakOfMillion: number
  /** The share of the peak, averaged over a payday. */
  readonly payday: number
  /** The share of the peak, averaged over any other day. */
  readonly otherDay: number
  readonly paydaysOfYear: number
  readonly storedDays: number
  readonly connectionsOfProcess: number
  readonly messagesPerSecond: number
  readonly largestDatabaseCores: number
  readonly mostConnections: number
  /** What one standby can be sent. */
  readonly logMbPerSecond: number
  readonly largestDatabaseTb: number
  /** Prices in US dollars: a core for an hour, a GB of storage for a month. */
  readonly coreHour: number
  readonly gbMonth: number
}

export const usualPlan: Plan = {
  customers: 50_000_000,
  peakOfMillion: 60,
  payday: 0.35,
  otherDay: 0.07,
  paydaysOfYear: 24,
  storedDays: 730,
  connectionsOfProcess: 20,
  messagesPerSecond: 2_000,
  largestDatabaseCores: 64,
  mostConnections: 1_000,
  logMbPerSecond: 100,
  largestDatabaseTb: 30,
  coreHour: 0.04,
  gbMonth: 0.1,
}

export const computePeak = ({ customers, peakOfMillion }: Plan) => (customers / 1e6) * peakOfMillion

const secondsOfDay = 86_400
const daysOfYear = 365

export interface Needs {
  readonly size: Size
  readonly connections: number
  readonly logMbPerSecond: number
  readonly paymentsOfYear: number
  readonly databaseTb: number
  /** Costs are in US dollars, of processors and of storage. */
  readonly perMillion: { readonly processors: number; readonly storage: number }
}

/** Computes what the peak needs, and what a year of payments costs: machines are there for the peak all year. */
export function computeNeeds(costs: Costs, plan: Plan): Needs {
  const peak = computePeak(plan)
  const size = computeSize(costs, peak, plan.connectionsOfProcess)
  const processes = size.webProcesses + size.workerProcesses
  const meanOfDay = (plan.payday * plan.paydaysOfYear + plan.otherDay * (daysOfYear - plan.paydaysOfYear)) / daysOfYear
  const paymentsOfDay = peak * meanOfDay * secondsOfDay
  const paymentsOfYear = paymentsOfDay * daysOfYear
  const databaseGb = (paymentsOfDay * plan.storedDays * costs.storedKb) / 2 ** 20
  // A standby has as many cores and as much storage as the primary.
  const cores = processes + 2 * size.databaseCores
  const millions = paymentsOfYear / 1e6
  return {
    size,
    connections: processes * (plan.connectionsOfProcess + 1),
    logMbPerSecond: (peak * costs.logKb) / 1024,
    paymentsOfYear,
    databaseTb: databaseGb / 1024,
    perMillion: {
      processors: (cores * plan.coreHour * 24 * daysOfYear) / millions,
      storage: (2 * databaseGb * plan.gbMonth * 12) / millions,
    },
  }
}

export interface Limit {
  readonly what: string
  /** Payments a second, or of a peak whose year fills the storage, at which it is reached. */
  readonly perSecond: number
}

/** Lists what is reached first as the peak rises, the smallest first. */
export function rankLimits(costs: Costs, plan: Plan): readonly Limit[] {
  const { connections, databaseTb, size } = computeNeeds(costs, plan)
  const scale = (most: number, needed: number) => (computePeak(plan) * most) / needed
  const limits = [
    { what: `${plan.messagesPerSecond} messages a second at the SMSC`, perSecond: plan.messagesPerSecond },
    {
      what: `${plan.largestDatabaseCores} cores of the primary`,
      perSecond: scale(plan.largestDatabaseCores, size.databaseCores),
    },
    { what: `${plan.mostConnections} connections`, perSecond: scale(plan.mostConnections, connections) },
    { what: `${plan.logMbPerSecond} MB of log a second`, perSecond: (plan.logMbPerSecond * 1024) / costs.logKb },
    { what: `${plan.largestDatabaseTb} TB of database`, perSecond: scale(plan.largestDatabaseTb, databaseTb) },
  ]
  return limits.toSorted((left, right) => left.perSecond - right.perSecond)
}
