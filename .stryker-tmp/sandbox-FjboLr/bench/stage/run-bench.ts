// @ts-nocheck
import { describeMachine } from './machine.ts'

/** Undone in reverse order when a bench ends, however it ends. */
export type Cleanup = (undo: () => unknown) => void

/** Runs one bench: says on what machine, undoes what it began, and turns its answer into the exit code. */
export async function runBench(title: string, work: (cleanup: Cleanup) => Promise<boolean>): Promise<void> {
  const undos: (() => unknown)[] = []
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => reject(new Error(`Ended by ${signal}`)))
    }
  })
  console.log(`${title}\n${describeMachine()}\n`)
  try {
    const isPassed = await Promise.race([work((undo) => undos.push(undo)), interrupted])
    process.exitCode = isPassed ? 0 : 1
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  } finally {
    for (const undo of undos.reverse()) await undo()
  }
  // Sockets that are kept alive would hold the process for seconds.
  process.exit()
}
