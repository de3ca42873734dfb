import { registerHooks } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { Mutant } from '../drill/mutate.ts'
import type { Outcome } from './simulate.ts'
import type { Setup, Task } from './thread-pool.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** From now on this thread reads the mutant in place of its file. Returns whether it was read. */
function loadMutant({ file, source }: Mutant): () => boolean {
  const mutated = pathToFileURL(path.join(root, file)).href
  let isRead = false
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (url !== mutated) return loaded
      isRead = true
      return { ...loaded, source }
    },
  })
  return () => isRead
}

const { mutant }: Setup = workerData
// It runs before any module of the core is read, which is why the work is imported dynamically.
const isRead = mutant === undefined ? () => true : loadMutant(mutant)

async function outcomeOf(task: Task): Promise<Outcome> {
  const { runTask } = await import('./run-task.ts')
  const outcome = await runTask(task)
  if (!isRead()) throw new Error(`${mutant?.file} was not loaded, so the mutation was not tested`)
  return outcome
}

// What it throws ends the thread, and the pool reads it there.
parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await outcomeOf(task)))
