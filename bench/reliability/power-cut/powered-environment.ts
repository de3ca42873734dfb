import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DatabaseAddress } from '@nyanja/database/open'
import { findPostgres } from '../../../scripts/check/find-tools.mjs'
import { createCluster } from '../../../scripts/check/postgres.mjs'
import { Explained } from '../../../scripts/run.mjs'
import { createSchema } from '../../environment/database.ts'
import { openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'
import { copyFiles, type Honesty, type PowerCut } from './disk.ts'
import { RecordedDatabase } from './recorded-database.ts'

export interface PoweredEnvironment {
  readonly environment: TestEnvironment
  readonly address: DatabaseAddress
  /** Cuts and restores the power; resolves when the database works again on its remaining data. */
  cutPower(): Promise<PowerCut>
  close(): Promise<void>
}

/** The sizes are small and the pauses short, so that power cuts hit checkpoints, new log files and their recycling. */
const settings = {
  shared_buffers: '16MB',
  max_wal_size: '8MB',
  min_wal_size: '4MB',
  checkpoint_timeout: '30s',
}

/** Cuts the power of the database's machine; the portal's stays on. */
export async function onPostgres(honesty: Honesty, random: () => number): Promise<PoweredEnvironment> {
  const binaries = findPostgres()
  if (binaries === undefined) throw new Explained('PostgreSQL is missing: apt-get install postgresql')
  const cluster = await createCluster(binaries, { initdbArguments: ['--wal-segsize=1', '--data-checksums'] })
  const close = async () => {
    await cluster.end('SIGQUIT')
    cluster.remove()
  }
  try {
    await cluster.start()
    const { url } = await createSchema(cluster.url)
    await cluster.end('SIGINT')
    const recorded = new RecordedDatabase({ folder: cluster.data, besides: cluster.folder, honesty, random })
    await cluster.start({ settings, wrapper: recorded.powerOn() })
    const environment = await openEnvironment({ settings: { DATABASE_URL: url } })
    return {
      environment,
      address: { url },
      async cutPower() {
        const { pid } = cluster
        if (pid === undefined) throw new Error('PostgreSQL is not running')
        const cut = await recorded.powerOff(pid, async () => {
          const children = childrenOf(pid)
          const ended = cluster.end('SIGKILL')
          children.forEach(kill)
          await ended
        })
        await cluster.start({ settings, wrapper: recorded.powerOn() })
        return cut
      },
      async close() {
        await environment.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** Cuts the power of the machine that holds the portal's data. */
export async function onSqlite(honesty: Honesty, random: () => number): Promise<PoweredEnvironment> {
  const besides = mkdtempSync(path.join(tmpdir(), 'nyanja-power-'))
  const folder = path.join(besides, 'data')
  mkdirSync(folder)
  const recorded = new RecordedDatabase({ folder, besides, honesty, random })
  const environment = await openEnvironment({
    portalSettings: { DATA_DIR: folder },
    portalWrapper: () => recorded.powerOn(),
  })
  const { portal } = environment
  return {
    environment,
    address: { file: path.join(folder, 'portal.db'), isBeside: true },
    async cutPower() {
      const cut = await recorded.powerOff(portal.pid, () => portal.kill())
      assertIntact(folder, path.join(besides, 'look'))
      await portal.start()
      return cut
    },
    async close() {
      await environment.close()
      rmSync(besides, { recursive: true, force: true })
    },
  }
}

/** Checks the files in a copy, so that the portal is the first to open them after the power cut. */
function assertIntact(folder: string, copy: string): void {
  copyFiles(folder, copy)
  const database = new DatabaseSync(path.join(copy, 'portal.db'))
  const faults = [
    ...database.prepare('pragma integrity_check').all(),
    ...database.prepare('pragma foreign_key_check').all(),
  ]
  database.close()
  const [first, ...others] = faults.map((fault) => Object.values(fault).join(' '))
  if (first !== 'ok' || others.length > 0) throw new Error(`The power cut broke the database: ${first}`)
}
