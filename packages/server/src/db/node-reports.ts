import { minute } from '@nyanja/domain/time'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Metrics } from '../metrics/metrics.ts'
import type { Database } from './schema.ts'

/** The facts that only a process itself can know. Times are epoch milliseconds. */
export interface NodeReport {
  /** The providers that the process does not reach now. */
  readonly openCircuits: readonly string[]
  /** The files of texts and help articles whose last good version the process shows. */
  readonly faultyFiles: readonly string[]
  readonly at: number
}

const Names = z.array(z.string())
const writeEveryMs = minute / 2
/** A process that has not written for so long has ended, or cannot reach the database. */
const livesForMs = 2 * minute
/** Rows of processes that ended long ago are deleted. */
const keptForMs = 60 * minute

/** Creates a report that receives the same calls as the metrics. */
export function createNodeReport(metrics: Metrics) {
  const openCircuits = new Set<string>()
  const faultyOfKind = new Map<string, readonly string[]>()
  const heard: Metrics = {
    ...metrics,
    setCircuit(provider, isOpen) {
      metrics.setCircuit(provider, isOpen)
      openCircuits[isOpen ? 'add' : 'delete'](provider)
    },
    setFaultyFiles(kind, files) {
      metrics.setFaultyFiles(kind, files)
      faultyOfKind.set(kind, files)
    },
  }
  return {
    metrics: heard,
    report: () => ({ openCircuits: [...openCircuits].sort(), faultyFiles: [...faultyOfKind.values()].flat().sort() }),
  }
}

interface WriterOptions {
  readonly db: Kysely<Database>
  /** The process's number among those of the database. */
  readonly processId: number
  readonly report: () => Omit<NodeReport, 'at'>
  readonly now: () => number
}

export async function writeNodeReport({ db, processId, report, now }: WriterOptions): Promise<void> {
  const at = now()
  const { openCircuits, faultyFiles } = report()
  const columns = { at, circuits_json: JSON.stringify(openCircuits), files_json: JSON.stringify(faultyFiles) }
  await db
    .insertInto('node_reports')
    .values({ node: processId, ...columns })
    .onConflict((conflict) => conflict.column('node').doUpdateSet(columns))
    .execute()
  await db
    .deleteFrom('node_reports')
    .where('at', '<', at - keptForMs)
    .execute()
}

/** Writes now and every half minute; a failed write is left to the next time. Returns a function that ends it. */
export function reportRegularly(options: WriterOptions): () => void {
  const write = () => void writeNodeReport(options).catch(() => {})
  write()
  const timer = setInterval(write, writeEveryMs).unref()
  return () => clearInterval(timer)
}

/** Reads the reports of the processes that run now. */
export async function readNodeReports(db: Kysely<Database>, now: number): Promise<readonly NodeReport[]> {
  const rows = await db
    .selectFrom('node_reports')
    .selectAll()
    .where('at', '>=', now - livesForMs)
    .orderBy('node')
    .execute()
  return rows.map(({ at, circuits_json, files_json }) => ({
    at,
    openCircuits: Names.parse(JSON.parse(circuits_json)),
    faultyFiles: Names.parse(JSON.parse(files_json)),
  }))
}

export async function recordBackup(db: Kysely<Database>, madeAt: number): Promise<void> {
  await db
    .insertInto('backups')
    .values({ made_at: madeAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns when the last whole copy of the database was made, as its tool reported. */
export async function readLastBackup(db: Kysely<Database>): Promise<number | undefined> {
  const { at } = await db
    .selectFrom('backups')
    .select(({ fn }) => fn.max('made_at').as('at'))
    .executeTakeFirstOrThrow()
  return at ?? undefined
}
