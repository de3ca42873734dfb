import { type Clock, type CommitLog, exponential, type Ms, type Pool, type Station } from './discrete-events.ts'

/** What one push payment costs, as `npm run bench -- payments` prints it. */
export interface Costs {
  /** Processor time of the portal's processes and of PostgreSQL. */
  readonly portalMs: Ms
  readonly databaseMs: Ms
  /** The time of the rest of the measured machine: the simulated providers and the load. */
  readonly othersMs: Ms
  readonly writes: number
  readonly reads: number
  readonly statements: number
  /** Time of one flush of the database's log. */
  readonly flushMs: Ms
  readonly logKb: number
  /** What a payment leaves in tables and indexes. */
  readonly storedKb: number
  /** The time of each call: to start the payment, to query it, to deliver, to send the message. */
  readonly callMs: Readonly<Record<CallName, Ms>>
}

export type CallName = 'start' | 'query' | 'deliver' | 'message'

export interface Process {
  readonly core: Station
  readonly connections: Pool
}

/** Everything that payments share. On one machine several of these are the same cores. */
export interface System {
  readonly clock: Clock
  readonly random: () => number
  readonly costs: Costs
  /** They serve visitors, channels and callbacks. */
  readonly web: readonly Process[]
  /** They deliver and send messages. */
  readonly workers: readonly Process[]
  readonly database: Station
  readonly log: CommitLog
  /** Cores of the rest, where it shares a machine that is modelled. */
  readonly others?: Station
  /** The time between a portal and the database, there and back. */
  readonly roundTripMs: Ms
  readonly payerMs: Ms
  /** Returns the time that a call takes now; a provider in trouble takes longer. */
  readonly callMs: (call: CallName, mean: Ms) => Ms
  /** Messages that the SMSC takes, one after the other. */
  readonly messages: Station
  readonly messageMs: Ms
}

/** Times of finished payments; `ownMs` is without the payer's and the calls'. */
export interface Finished {
  readonly wholeMs: number[]
  readonly ownMs: number[]
}

interface Phase {
  readonly at: 'web' | 'workers'
  /** Share of a payment's transactions and of its processor time. */
  readonly share: number
  /** The call after its transactions. */
  readonly call?: CallName
  /** The customer is served once this phase is over. */
  readonly isLast?: true
}

/** Shares follow the transactions of each step; see the profile that `npm run bench -- payments` prints. */
const phases: readonly Phase[] = [
  { at: 'web', share: 0.26 },
  { at: 'web', share: 0.12, call: 'start' },
  { at: 'web', share: 0.08 },
  { at: 'web', share: 0.16, call: 'query' },
  { at: 'workers', share: 0.16, call: 'deliver' },
  { at: 'workers', share: 0.08, isLast: true },
  { at: 'workers', share: 0.14, call: 'message' },
]

/** The share of the processor time of the portal. */
export const shareOfWorkers = phases.reduce((sum, { at, share }) => sum + (at === 'workers' ? share : 0), 0)

/** The payer has the prompt after this phase. */
const prompted = 2

/** Half of the portal's time goes into sending words to sockets, most of them to the database. */
const shareOfStatements = 0.5

/** Simulates one payment from its arrival to its message. */
export function pay(system: System, index: number, finished: Finished): void {
  const { clock, random, costs, payerMs } = system
  const beganAt = clock.now
  let elsewhereMs = 0
  const processOf = (at: Phase['at']) => system[at][index % system[at].length]

  const run = (place: number): void => {
    const phase = phases[place]
    const process = phase && processOf(phase.at)
    if (phase === undefined || process === undefined) return
    const after = () => {
      if (phase.isLast) {
        finished.wholeMs.push(clock.now - beganAt)
        finished.ownMs.push(clock.now - beganAt - elsewhereMs)
      }
      if (place !== prompted) return run(place + 1)
      elsewhereMs += payerMs
      clock.after(payerMs, () => run(place + 1))
    }
    const call = () => {
      if (phase.call === undefined) return after()
      if (phase.call === 'message') return system.messages.serve(system.messageMs, after)
      const ms = system.callMs(phase.call, costs.callMs[phase.call])
      elsewhereMs += ms
      clock.after(ms, after)
    }
    const cpuMs = costs.portalMs * (1 - shareOfStatements) * phase.share
    process.core.serve(exponential(random, cpuMs), () =>
      answerElsewhere(system, costs.othersMs * phase.share, () => transact(system, process, phase, call)),
    )
  }
  run(0)
}

function answerElsewhere({ others, random }: System, ms: Ms, then: () => void): void {
  if (others === undefined || ms === 0) then()
  else others.serve(exponential(random, ms), then)
}

/** Runs the transactions of a phase, one after the other, each on one connection. */
function transact(system: System, process: Process, { share }: Phase, then: () => void): void {
  const { random, costs } = system
  const writes = drawCount(random, costs.writes * share)
  const reads = drawCount(random, costs.reads * share)
  const statementsOfEach = costs.statements / (costs.writes + costs.reads)
  const next = (left: number): void => {
    if (left === 0) {
      then()
      return
    }
    process.connections.take(() => {
      const commit = () => {
        const end = () => {
          process.connections.giveBack()
          next(left - 1)
        }
        if (left > writes) return end()
        system.log.flush(end)
      }
      ask(system, process, drawCount(random, statementsOfEach), commit)
    })
  }
  next(writes + reads)
}

/** Draws a whole number whose mean is `mean`: 2.3 is 2 or, three times in ten, 3. */
function drawCount(random: () => number, mean: number): number {
  return Math.floor(mean) + (random() < mean % 1 ? 1 : 0)
}

function ask(system: System, process: Process, statements: number, then: () => void): void {
  if (statements === 0) {
    then()
    return
  }
  const { clock, random, costs, database, roundTripMs } = system
  const portalMs = (costs.portalMs * shareOfStatements) / costs.statements
  process.core.serve(exponential(random, portalMs), () =>
    clock.after(roundTripMs, () =>
      database.serve(exponential(random, costs.databaseMs / costs.statements), () =>
        ask(system, process, statements - 1, then),
      ),
    ),
  )
}
