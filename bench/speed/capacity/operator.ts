import { seededRandom } from '../../environment/arrivals.ts'
import { quantile } from '../../environment/statistics.ts'
import { Clock, CommitLog, exponential, type Ms, Pool, Station } from './discrete-events.ts'
import { type Costs, type Finished, type Process, pay, type System, shareOfWorkers } from './payment-system.ts'

export interface Size {
  readonly webProcesses: number
  readonly workerProcesses: number
  readonly databaseCores: number
  readonly connectionsOfProcess: number
}

/** Calls of the provider take this many times as long for a while. */
export interface BrownOut {
  readonly fromMs: Ms
  readonly toMs: Ms
  readonly times: number
  /** A share of the payments, 0 to 1. */
  readonly share: number
}

interface LoadPlan {
  readonly perSecond: number
  /** The time before what is counted. Customers begin to arrive with it when it is absent. */
  readonly warmUpSeconds?: number
  readonly seconds: number
  readonly payerMs: Ms
  readonly seed: number
}

export interface Scenario extends LoadPlan {
  readonly size: Size
  readonly roundTripMs: Ms
  readonly messagesPerSecond: number
  readonly brownOut?: BrownOut
}

export interface Outcome {
  readonly finishedPerSecond: number
  readonly wholeP50Ms: Ms
  readonly wholeP99Ms: Ms
  readonly ownP99Ms: Ms
  /** Share of the time of what there is of it, 0 to 1. */
  readonly busy: Readonly<Record<'web' | 'workers' | 'database' | 'messages', number>>
  readonly mostConnections: number
  readonly waitingMessages: number
  /** Payments that had begun and were not yet served at the end. */
  readonly open: number
}

/** Some processes after one another have one core each; the database has its own. */
export function simulateOperator(costs: Costs, scenario: Scenario): Outcome {
  const { size, roundTripMs, payerMs, messagesPerSecond, brownOut, seed } = scenario
  const clock = new Clock()
  const random = seededRandom(seed)
  const ofOwnCore = (): Process => ({ core: new Station(clock, 1), connections: new Pool(size.connectionsOfProcess) })
  const isSlow = ({ fromMs, toMs, share }: BrownOut) => clock.now >= fromMs && clock.now < toMs && random() < share
  return simulate(
    {
      clock,
      random,
      costs,
      web: Array.from({ length: size.webProcesses }, ofOwnCore),
      workers: Array.from({ length: size.workerProcesses }, ofOwnCore),
      database: new Station(clock, size.databaseCores),
      log: new CommitLog(clock, () => costs.flushMs),
      roundTripMs,
      payerMs,
      callMs: (call, mean) =>
        mean *
        (brownOut !== undefined && (call === 'start' || call === 'query') && isSlow(brownOut) ? brownOut.times : 1),
      messages: new Station(clock, 1),
      messageMs: 1000 / messagesPerSecond,
    },
    scenario,
  )
}

export interface SharedMachine extends LoadPlan {
  readonly cores: number
  readonly processes: number
  readonly connectionsOfProcess: number
}

/** The machine of the bench: portals, database, providers and load share its cores. */
export function simulateSharedMachine(costs: Costs, machine: SharedMachine): Outcome {
  const clock = new Clock()
  const cores = new Station(clock, machine.cores)
  const processes = Array.from({ length: machine.processes }, () => ({
    core: cores,
    connections: new Pool(machine.connectionsOfProcess),
  }))
  return simulate(
    {
      clock,
      random: seededRandom(machine.seed),
      costs,
      web: processes,
      workers: processes,
      database: cores,
      others: cores,
      log: new CommitLog(clock, () => costs.flushMs),
      roundTripMs: 0,
      payerMs: machine.payerMs,
      callMs: (_, mean) => mean,
      messages: new Station(clock, 1_000),
      messageMs: costs.callMs.message,
    },
    machine,
  )
}

const coresOf = ({ web, workers }: System) => [...web, ...workers].map(({ core }) => core)

function simulate(system: System, { perSecond, warmUpSeconds = 0, seconds }: LoadPlan): Outcome {
  const { clock, random } = system
  const finished: Finished = { wholeMs: [], ownMs: [] }
  let arrived = 0
  const arrive = () => {
    pay(system, arrived++, finished)
    clock.after(exponential(random, 1000 / perSecond), arrive)
  }
  arrive()
  clock.runUntil(warmUpSeconds * 1000)
  const early = finished.wholeMs.length
  for (const each of [...coresOf(system), system.database, system.messages]) each.restartCount()
  clock.runUntil((warmUpSeconds + seconds) * 1000)
  const [wholeMs, ownMs] = [finished.wholeMs.slice(early), finished.ownMs.slice(early)]
  const mean = (processes: readonly Process[]) =>
    processes.reduce((sum, { core }) => sum + core.utilisation, 0) / processes.length
  const busy = {
    web: mean(system.web),
    workers: mean(system.workers),
    database: system.database.utilisation,
    messages: system.messages.utilisation,
  }
  const processes = new Set([...system.web, ...system.workers])
  return {
    finishedPerSecond: wholeMs.length / seconds,
    busy,
    mostConnections: [...processes].reduce((sum, { connections }) => sum + connections.mostHeld, 0),
    waitingMessages: system.messages.waiting,
    open: arrived - finished.wholeMs.length,
    wholeP50Ms: quantile(wholeMs, 0.5),
    wholeP99Ms: quantile(wholeMs, 0.99),
    ownP99Ms: quantile(ownMs, 0.99),
  }
}

/** Cores that are busy for this share of the time leave room for a process that restarts, and for a rush. */
const mostBusy = 0.65

/** Returns what a rate needs, by its costs alone; a simulation then shows whether it holds. */
export function computeSize(costs: Costs, perSecond: number, connectionsOfProcess: number): Size {
  const coresFor = (ms: Ms) => Math.max(1, Math.ceil((perSecond * ms) / 1000 / mostBusy))
  return {
    webProcesses: coresFor(costs.portalMs * (1 - shareOfWorkers)),
    workerProcesses: coresFor(costs.portalMs * shareOfWorkers),
    databaseCores: coresFor(costs.databaseMs),
    connectionsOfProcess,
  }
}
