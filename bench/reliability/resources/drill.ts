import { findProgram } from '../../../scripts/check/find-tools.mjs'
import type { Drill } from '../drill/drill.ts'
import { useUpDescriptors } from './descriptors.ts'
import { fillDisk } from './full-disk.ts'
import { runOutOfMemory } from './memory.ts'
import type { Part, PartOptions } from './part.ts'
import { serveBesideSlowClients } from './slow-clients.ts'

const skipped = (why: string): Part => ({ did: `skipped: ${why}`, violations: [] })
const isRoot = () => process.getuid?.() === 0

const parts: Readonly<Record<string, (options: PartOptions) => Part | Promise<Part>>> = {
  memory: runOutOfMemory,
  descriptors: (options) =>
    findProgram('prlimit') === undefined ? skipped('prlimit is missing (util-linux)') : useUpDescriptors(options),
  'disk-sqlite': (options) => (isRoot() ? fillDisk('SQLite', options) : skipped('a small disk needs root')),
  'disk-postgres': (options) => (isRoot() ? fillDisk('PostgreSQL', options) : skipped('a small disk needs root')),
  'slow-clients': (options) =>
    serveBesideSlowClients({ ...options, clients: 1_000, visitorsPerSecond: 10, seconds: options.isFull ? 300 : 60 }),
}

export const resources: Drill = {
  name: 'resources',
  promise:
    'without memory, descriptors, disk or quick clients the portal says so, loses nothing, and recovers by itself',
  async run({ seed, isFull, seconds }) {
    const options = { seed, isFull, seconds: seconds ?? 20, checkTimeoutMs: 200_000 }
    const done: Part[] = []
    for (const [name, work] of Object.entries(parts)) {
      const part = await work(options)
      console.log(`      ${name}: ${part.did}`)
      done.push(part)
    }
    return { did: done.map(({ did }) => did).join('; '), violations: done.flatMap(({ violations }) => violations) }
  },
}
