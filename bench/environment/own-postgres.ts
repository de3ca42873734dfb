import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '@nyanja/server/db/open'
import { findPostgres } from '../../scripts/check/find-postgres.mjs'
import { createCluster } from '../../scripts/check/postgres.mjs'
import { Explained } from '../../scripts/run.mjs'
import { runSql } from './raw-sql.ts'

export interface OwnPostgres {
  /** Of a database of this server, which is made when it is asked for. */
  createDatabase(name: string): Promise<string>
  /** A program that comes with the server: `pgbench`. */
  program(name: string): string
  /** Processor time of the server with all its processes so far. */
  cpuMs(): number
  close(): Promise<void>
}

/** As safe as it comes from Debian (every commit reaches the disk), and it counts the statements that it is sent. */
const settings = { shared_preload_libraries: 'pg_stat_statements' }

/** A server of our own without other users, so that all that it counts is ours. */
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

/** Of a process, its children, and those of its children that have ended. */
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
