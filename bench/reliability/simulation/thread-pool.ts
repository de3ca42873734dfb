import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Mutant } from '../drill/mutate.ts'
import type { CrashTask } from '../sweep/crash-points.ts'
import type { FaultsTask } from '../sweep/provider-faults.ts'
import type { Outcome, SimulationOptions } from './simulate.ts'

export type Task =
  | ({ readonly job: 'simulate' } & SimulationOptions)
  | ({ readonly job: 'audit' } & SimulationOptions)
  | ({ readonly job: 'crash' } & CrashTask)
  | ({ readonly job: 'faults' } & FaultsTask)

export interface Setup {
  readonly mutant?: Mutant
}

export interface PoolOptions<T extends Task> {
  /** Tasks begin in their order; several run at once. */
  readonly tasks: Iterable<T>
  /** False means that enough is known, and no further task is begun. */
  readonly done: (task: T, outcome: Outcome) => boolean
  readonly mutant?: Mutant
  readonly threads?: number
}

/** Works through tasks in separate threads. */
export async function workThrough<T extends Task>(options: PoolOptions<T>): Promise<void> {
  const { tasks, mutant, threads = Math.min(2, availableParallelism()) } = options
  const left = tasks[Symbol.iterator]()
  let isEnough = false
  const next = (): T | undefined => {
    const { value, done } = isEnough ? { value: undefined, done: true } : left.next()
    return done ? undefined : value
  }
  const hear = (task: T, outcome: Outcome) => {
    if (!options.done(task, outcome)) isEnough = true
  }
  const setup: Setup = mutant === undefined ? {} : { mutant }
  await Promise.all(Array.from({ length: threads }, () => workInThread(setup, next, hear)))
}

async function workInThread<T extends Task>(
  workerData: Setup,
  next: () => T | undefined,
  hear: (task: T, outcome: Outcome) => void,
): Promise<void> {
  let task = next()
  if (task === undefined) return
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  try {
    await new Promise<void>((resolve, reject) => {
      thread.once('error', reject)
      thread.on('message', (outcome: Outcome) => {
        if (task !== undefined) hear(task, outcome)
        task = next()
        if (task === undefined) resolve()
        else thread.postMessage(task)
      })
      thread.postMessage(task)
    })
  } finally {
    await thread.terminate()
  }
}
