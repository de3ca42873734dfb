// @ts-nocheck
import { parentPort, workerData } from 'node:worker_threads'
import type { Setup, Task } from './crew.ts'
import { plant } from './plant.ts'
import type { Outcome } from './simulate.ts'

const { bug }: Setup = workerData
// Before any of the core is read, which is why the work is imported only when it is asked for.
const isRead = bug === undefined ? () => true : plant(bug)

async function outcomeOf(task: Task): Promise<Outcome> {
  const { work } = await import('./work.ts')
  const outcome = await work(task)
  if (!isRead()) throw new Error(`${bug?.file} is not read, so its bug was not there`)
  return outcome
}

// What it throws ends the thread, and the crew hears of it.
parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await outcomeOf(task)))
