import { availableParallelism, cpus, loadavg, totalmem, type } from 'node:os'

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

/** Figures mean nothing without it; a load above zero at the start says that the machine had other things to do. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const load = loadavg()[0]?.toFixed(1)
  const when = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return `${availableParallelism()} cores (${model}), ${gigabytes} GB, ${type()}, Node ${process.versions.node}, load ${load} at the start, ${when}`
}
