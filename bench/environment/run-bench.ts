import { statfsSync } from 'node:fs'
import { availableParallelism, cpus, freemem, loadavg, totalmem, type } from 'node:os'
import { type BenchResult, type Budget, commitOfSources, writeResult } from './results.ts'

/** The list is undone in reverse order when a bench ends, in success or failure. */
export type Cleanup = (undo: () => unknown) => void

/** Runs one bench: prints the machine, undoes what it began, and turns its result into the exit code. */
export async function runBench(title: string, work: (cleanup: Cleanup) => Promise<boolean>): Promise<void> {
  const undos: (() => unknown)[] = []
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => reject(new Error(`Ended by ${signal}`)))
    }
  })
  const machine = describeMachine()
  console.log(`${title}\n${machine}\n`)
  try {
    const isPassed = await Promise.race([work((undo) => undos.push(undo)), interrupted])
    if (recordAs !== undefined) writeResult('performance', recordAs, toBenchResult(machine))
    process.exitCode = isPassed ? 0 : 1
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  } finally {
    for (const undo of undos.reverse()) await undo()
  }
  // Keep-alive sockets would hold the process for seconds.
  process.exit()
}

/** The bench whose budgets are written into bench/results: `npm run bench -- load --record`. */
const { RECORD_AS: recordAs } = process.env

const toBenchResult = (machine: string): BenchResult => ({ machine, commit: commitOfSources(), budgets: printed })

/** Figures need the machine beside them; a load above zero at the start means that it had other work. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor'
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const load = loadavg()[0]?.toFixed(1)
  const when = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return `${availableParallelism()} cores (${model}), ${gigabytes} GB, ${type()}, Node ${process.versions.node}, load ${load} at the start, ${when}`
}

interface Room {
  readonly diskBytes: number
  /** The free memory beyond what other processes use. */
  readonly memoryBytes?: number
}

/** Throws where a bench would fill the disk or the memory; a third of the free space stays free. */
export function assertRoom(folder: string, { diskBytes, memoryBytes = 0 }: Room): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < diskBytes * 1.5)
    throw new Error(`${folder} has no room for ${(diskBytes / 1e9).toFixed(1)} GB: give fewer rows or another TMPDIR`)
  if (freemem() < memoryBytes) throw new Error(`Less than ${(memoryBytes / 1e9).toFixed(1)} GB of memory is free`)
}

/** Columns are as wide as their widest cell; the first is text, the others are figures. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of [head, ...rows]) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    console.log(cells.join('  '))
  }
}

const printed: Budget[] = []

/** Returns true when all budgets are kept. */
export function printBudgets(budgets: readonly Budget[]): boolean {
  printed.push(...budgets)
  console.log('')
  for (const { promise, isKept, figure } of budgets) console.log(`${isKept ? 'pass' : 'FAIL'}  ${promise}: ${figure}`)
  return budgets.every(({ isKept }) => isKept)
}

export const seconds = (ms: number | undefined) => (ms === undefined ? 'never' : `${(ms / 1000).toFixed(1)} s`)

/** Formats a ratio as `1.04`, which means that it moved by four percent. */
export const ratio = (value: number) => value.toFixed(2)
