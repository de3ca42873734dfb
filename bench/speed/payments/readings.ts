import { setTimeout as sleep } from 'node:timers/promises'
import { runSql } from '../../environment/database.ts'
import type { LoadSetup } from './load-setup.ts'

/** Processor time so far, in milliseconds. */
interface ProcessorTime {
  readonly portal: number
  readonly sandbox: number
  readonly postgres: number
  readonly load: number
}

/** PostgreSQL's statistics of the portal's database. */
interface DatabaseWork {
  /** Committed transactions, and those among them that wrote something. */
  readonly commits: number
  readonly writes: number
  readonly statements: number
  readonly statementMs: number
  /** Bytes of the log, by the whole server. */
  readonly walBytes: number
}

export interface Reading {
  readonly at: number
  readonly cpuMs: ProcessorTime
  readonly database: DatabaseWork | undefined
}

/** PostgreSQL's processes report their statistics at most once a second. */
const untilReportedMs = 1_100

export async function takeReading(setup: LoadSetup): Promise<Reading> {
  if (setup.postgres !== undefined) await sleep(untilReportedMs)
  const { user, system } = process.cpuUsage()
  const cpuMs = {
    portal: setup.portals.reduce((sum, { portal }) => sum + portal.usage().cpuMs, 0),
    sandbox: setup.environment.sandbox.usage().cpuMs,
    postgres: setup.postgres?.cpuMs() ?? 0,
    load: (user + system) / 1000,
  }
  return { at: Date.now(), cpuMs, database: setup.postgres && (await readDatabaseWork(setup)) }
}

async function readDatabaseWork({ database }: LoadSetup): Promise<DatabaseWork> {
  const [row = {}] = await runSql(
    database,
    `select xact_commit as commits, pg_snapshot_xmax(pg_current_snapshot())::text as writes, wal_bytes,
      statements, statement_ms
    from pg_stat_database, pg_stat_wal,
      (select sum(calls) as statements, sum(total_exec_time) as statement_ms from pg_stat_statements
        where dbid = (select oid from pg_database where datname = current_database())) as statement
    where datname = current_database()`,
  )
  return {
    commits: Number(row.commits),
    writes: Number(row.writes),
    statements: Number(row.statements),
    statementMs: Number(row.statement_ms),
    walBytes: Number(row.wal_bytes),
  }
}

/** Returns the difference between two readings. */
export interface Spent {
  readonly ms: number
  readonly cpuMs: ProcessorTime
  readonly database: DatabaseWork | undefined
}

export function subtractReadings(before: Reading, after: Reading): Spent {
  return {
    ms: after.at - before.at,
    cpuMs: timeLess(after.cpuMs, before.cpuMs, 1),
    database: before.database && after.database && workLess(after.database, before.database, 1),
  }
}

/** Subtracts what the same processes spend in as much time without payments. */
export function withoutIdling({ ms, cpuMs, database }: Spent, idle: Spent): Spent {
  const share = ms / idle.ms
  return {
    ms,
    cpuMs: timeLess(cpuMs, idle.cpuMs, share),
    database: database && idle.database && workLess(database, idle.database, share),
  }
}

function timeLess(left: ProcessorTime, right: ProcessorTime, share: number): ProcessorTime {
  return {
    portal: left.portal - right.portal * share,
    sandbox: left.sandbox - right.sandbox * share,
    postgres: left.postgres - right.postgres * share,
    load: left.load - right.load * share,
  }
}

function workLess(left: DatabaseWork, right: DatabaseWork, share: number): DatabaseWork {
  return {
    commits: left.commits - right.commits * share,
    writes: left.writes - right.writes * share,
    statements: left.statements - right.statements * share,
    statementMs: left.statementMs - right.statementMs * share,
    walBytes: left.walBytes - right.walBytes * share,
  }
}

/** A span without payments. */
export async function measureIdle(setup: LoadSetup, seconds: number): Promise<Spent> {
  const before = await takeReading(setup)
  await sleep(seconds * 1000)
  return subtractReadings(before, await takeReading(setup))
}
