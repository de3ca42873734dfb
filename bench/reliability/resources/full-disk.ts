import { execFileSync } from 'node:child_process'
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseAddress } from '@nyanja/database/open'
import { findPostgres } from '../../../scripts/check/find-tools.mjs'
import { createCluster } from '../../../scripts/check/postgres.mjs'
import { createSchema } from '../../environment/database.ts'
import { type Cleanup, seconds as inSeconds } from '../../environment/run-bench.ts'
import { openEnvironment, type TestEnvironment } from '../../environment/test-environment.ts'
import { describeViolations } from '../../invariants/invariants.ts'
import { listCounts, startWatchedPayments } from '../channels/watched-payments.ts'
import type { Part, PartOptions } from './part.ts'

interface SmallDisk {
  readonly folder: string
  fill(): void
  free(): void
}

/** A file system in memory, of its own, until the cleanup. */
function mountDisk(folder: string, megabytes: number, cleanup: Cleanup): SmallDisk {
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const unmount = () => {
    process.off('exit', unmount)
    execFileSync('umount', ['--lazy', folder])
  }
  cleanup(unmount)
  // It runs also when the drill is interrupted.
  process.once('exit', unmount)
  const filler = path.join(folder, 'filler')
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a')
      for (let size = 2 ** 20; size >= 1; )
        try {
          writeSync(file, Buffer.alloc(size))
        } catch {
          size = Math.floor(size / 2)
        }
      closeSync(file)
    },
    free: () => rmSync(filler),
  }
}

interface Stored {
  readonly environment: TestEnvironment
  readonly address: DatabaseAddress
  readonly disk: SmallDisk
  /** Acts as a service manager, which restarts what ended. */
  restartIfEnded(): Promise<number>
}

async function onSqlite(cleanup: Cleanup): Promise<Stored> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nyanja-disk-'))
  cleanup(() => rmSync(folder, { recursive: true, force: true }))
  const disk = mountDisk(folder, 64, cleanup)
  const environment = await openEnvironment({ portalSettings: { DATA_DIR: folder } })
  cleanup(() => environment.close())
  const address = { file: path.join(folder, 'portal.db'), isBeside: true }
  return { environment, address, disk, restartIfEnded: async () => 0 }
}

/** Log files are small, so that they are made and removed all the time. */
const settings = { max_wal_size: '8MB', min_wal_size: '4MB', checkpoint_timeout: '30s' }

async function onPostgres(cleanup: Cleanup): Promise<Stored> {
  const binaries = findPostgres()
  if (binaries === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql')
  const cluster = await createCluster(binaries, { initdbArguments: ['--wal-segsize=1'] })
  cleanup(() => cluster.remove())
  const aside = `${cluster.data}.aside`
  renameSync(cluster.data, aside)
  const { uid, gid } = statSync(aside)
  const disk = mountDisk(cluster.data, 128, cleanup)
  cpSync(aside, cluster.data, { recursive: true, preserveTimestamps: true })
  execFileSync('chown', ['-R', `${uid}:${gid}`, cluster.data])
  execFileSync('chmod', ['700', cluster.data])
  await cluster.start({ settings })
  cleanup(() => cluster.end('SIGQUIT'))
  const { url } = await createSchema(cluster.url)
  const environment = await openEnvironment({ settings: { DATABASE_URL: url } })
  cleanup(() => environment.close())
  return {
    environment,
    address: { url },
    disk,
    async restartIfEnded() {
      if (cluster.isRunning) return 0
      await cluster.start({ settings })
      return 1
    },
  }
}

export async function fillDisk(engine: 'SQLite' | 'PostgreSQL', options: PartOptions): Promise<Part> {
  const undos: (() => unknown)[] = []
  const cleanup: Cleanup = (undo) => undos.push(undo)
  try {
    return await drill(await (engine === 'SQLite' ? onSqlite : onPostgres)(cleanup), engine, options)
  } finally {
    for (const undo of undos.reverse()) await undo()
  }
}

const isReady = ({ adminOrigin }: TestEnvironment) =>
  fetch(`${adminOrigin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function drill(
  stored: Stored,
  engine: string,
  { isFull, seed, seconds, checkTimeoutMs }: PartOptions,
): Promise<Part> {
  const { environment, address, disk } = stored
  const payments = await startWatchedPayments({ environment, channels: 6, seed })
  const faults: string[] = []
  const recoveries: number[] = []
  const statuses = new Map<number, number>()
  let restarts = 0
  for (let round = 0; round < (isFull ? 10 : 2); round++) {
    payments.reader.take()
    disk.fill()
    await sleep(seconds * 1_000)
    if (await isReady(environment)) faults.push(`${engine}: ready though its disk is full`)
    for (const [status, count] of payments.reader.take().statuses)
      statuses.set(status, (statuses.get(status) ?? 0) + count)
    disk.free()
    restarts += await stored.restartIfEnded()
    const recoveredMs = await payments.recover()
    if (recoveredMs === undefined) faults.push(`${engine}: no payment after space was made`)
    else recoveries.push(recoveredMs)
  }
  const { report, violations } = await payments.finish(address, checkTimeoutMs)
  return {
    did: `${engine}: ${recoveries.length} full disks of ${seconds} s, payments' pages ${listCounts(statuses)}, recovered after at most ${inSeconds(Math.max(...recoveries))}, ${restarts} restarts of the server, ${report.deliveries} delivered`,
    violations: [...describeViolations(violations), ...faults],
  }
}
