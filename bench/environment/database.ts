import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { migrate } from '@nyanja/database/migrate'
import { migrations } from '@nyanja/server/db/migrations/all'
import { openDatabase } from '@nyanja/server/db/open'
import type { OpenDatabase } from '@nyanja/server/db/schema'
import { findPostgres } from '../../scripts/check/find-tools.mjs'
import { createCluster } from '../../scripts/check/postgres.mjs'
import { Explained } from '../../scripts/run.mjs'

/** The command-line option of benches that measure both engines. */
export const databaseOption = {
  type: 'string',
  default: process.env.TEST_DATABASE_URL ?? '',
  value: 'url',
  about: 'a PostgreSQL to measure beside SQLite',
} as const

interface FreshSchema {
  /** The address that the portal gets as DATABASE_URL. */
  readonly url: string
  drop(): Promise<void>
}

/** Opens a separate migrated schema on a PostgreSQL server; its other schemas are not touched. */
export async function createSchema(serverUrl: string, applied = migrations): Promise<FreshSchema> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  const server = openDatabase({ url: serverUrl })
  await server.db.schema.createSchema(name).execute()

  const url = new URL(serverUrl)
  url.searchParams.set('options', `-c search_path=${name}`)
  const database = openDatabase({ url: url.href })
  await migrate(database, applied)
  await database.close()
  return {
    url: url.href,
    async drop() {
      await server.db.schema.dropSchema(name).cascade().execute()
      await server.close()
    },
  }
}

type Row = Readonly<Record<string, unknown>>

/** Runs statements that typed queries cannot express. */
export async function runSql({ db }: Pick<OpenDatabase, 'db'>, sql: string): Promise<readonly Row[]> {
  const { query, queryId } = db.selectFrom('orders').selectAll().compile()
  const { rows } = await db.executeQuery<Row>({ query, queryId, sql, parameters: [] })
  return rows
}

/** Returns when a payment reached each state, by `component state`; the times are epoch milliseconds. */
export type History = ReadonlyMap<string, number>

export async function lastEvent({ db }: OpenDatabase): Promise<number> {
  const { id } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}

/** Reads the history of every attempt with an event after that one. */
export async function readHistories({ db }: OpenDatabase, after: number): Promise<ReadonlyMap<string, History>> {
  const events = await db
    .selectFrom('events')
    .select(['attempt_id', 'component', 'to_state', 'at'])
    .where('id', '>', after)
    .orderBy('id')
    .execute()
  const histories = new Map<string, Map<string, number>>()
  for (const { attempt_id, component, to_state, at } of events) {
    const history = histories.get(attempt_id) ?? new Map<string, number>()
    history.set(`${component} ${to_state}`, at)
    histories.set(attempt_id, history)
  }
  return histories
}

export interface OwnPostgres {
  /** Returns the address of a database of this server, which is created. */
  createDatabase(name: string): Promise<string>
  /** Returns the path of a program that comes with the server: `pgbench`. */
  program(name: string): string
  /** Reads the processor time of the server with all its processes so far. */
  cpuMs(): number
  close(): Promise<void>
}

/**
 * Starts a server that is as durable as Debian's default (every commit reaches the disk), and counts the statements
 * that it receives.
 */
const settings = { shared_preload_libraries: 'pg_stat_statements' }

/** A dedicated server, so that all its statistics are the bench's own. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const binaries = findPostgres()
  if (binaries === undefined) throw new Explained('PostgreSQL is missing: apt-get install postgresql')
  const cluster = await createCluster(binaries)
  const close = async () => {
    await cluster.end('SIGQUIT')
    cluster.remove()
  }
  try {
    await cluster.start({ settings })
  } catch (error) {
    await close()
    throw error
  }
  return {
    async createDatabase(name) {
      const server = openDatabase({ url: cluster.url })
      await runSql(server, `create database ${name}`).finally(() => server.close())
      const url = cluster.url.replace(/[^/]*$/, name)
      const database = openDatabase({ url })
      await runSql(database, 'create extension pg_stat_statements').finally(() => database.close())
      return url
    },
    program: (name) => path.join(binaries, name),
    cpuMs() {
      if (cluster.pid === undefined) throw new Error('PostgreSQL is not running')
      return cpuMsOfTree(cluster.pid)
    },
    close,
  }
}

const clockTicksPerSecond = 100

/** Reads the time of a process, its children, and those of its children that have ended. */
function cpuMsOfTree(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return ticksOf(pid, 4) * (1000 / clockTicksPerSecond) + children.reduce((sum, child) => sum + ownCpuMs(child), 0)
}

function ownCpuMs(pid: number): number {
  try {
    return ticksOf(pid, 2) * (1000 / clockTicksPerSecond)
  } catch {
    // It has ended since, and its parent has its time.
    return 0
  }
}

/** The first two of the four counters are its own, the others those of its ended children. */
function ticksOf(pid: number, counters: 2 | 4): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const all = fields.split(' ').slice(11, 11 + counters)
  return all.reduce((sum, ticks) => sum + Number(ticks), 0)
}
