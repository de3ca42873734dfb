import { readFileSync } from 'node:fs'
import { findPostgres } from '../../../scripts/check/find-postgres.mjs'
import { createCluster } from '../../../scripts/check/postgres.mjs'
import { Explained } from '../../../scripts/run.mjs'
import { createSchema } from '../../environment/database.ts'
import { openEnvironment } from '../../environment/test-environment.ts'
import type { Honesty } from './disk.ts'
import type { PoweredEnvironment } from './powered-environment.ts'
import { Victim } from './victim.ts'

/** Small and often, so that checkpoints, new log files and their recycling all meet power cuts. */
const settings = {
  shared_buffers: '16MB',
  max_wal_size: '8MB',
  min_wal_size: '4MB',
  checkpoint_timeout: '30s',
}

/** The power of the database's machine goes; the portal's stays on. */
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
    const victim = new Victim({ folder: cluster.data, besides: cluster.folder, honesty, random })
    await cluster.start({ settings, wrapper: victim.powerOn() })
    const environment = await openEnvironment({ settings: { DATABASE_URL: url } })
    return {
      environment,
      address: { url },
      async cutPower() {
        const { pid } = cluster
        if (pid === undefined) throw new Error('PostgreSQL is not running')
        const cut = await victim.powerOff(pid, async () => {
          const children = childrenOf(pid)
          const ended = cluster.end('SIGKILL')
          children.forEach(kill)
          await ended
        })
        await cluster.start({ settings, wrapper: victim.powerOn() })
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
