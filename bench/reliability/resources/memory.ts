import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../environment/service.ts'
import { openEnvironment } from '../../environment/test-environment.ts'
import { describeViolations } from '../../invariants/invariants.ts'
import { startWatchedPayments } from '../channels/watched-payments.ts'
import type { Part, PartOptions } from './part.ts'

/** How the memory of a process is limited; its limits are in megabytes. */
interface Limiter {
  readonly name: string
  readonly firstLimit: number
  wrapperFor(limit: number): readonly string[]
  close(): void
}

const heap: Limiter = {
  name: 'V8',
  firstLimit: 64,
  wrapperFor: (limit) => ['env', `NODE_OPTIONS=--max-old-space-size=${limit}`],
  close: () => {},
}

const groups = [
  { folder: '/sys/fs/cgroup', file: 'memory.max' },
  { folder: '/sys/fs/cgroup/memory', file: 'memory.limit_in_bytes' },
]

/** A control group, whose processes the kernel kills; undefined where this process may make none. */
function openControlGroup(): Limiter | undefined {
  for (const { folder, file } of groups) {
    const group = path.join(folder, `drill-${process.pid}`)
    try {
      mkdirSync(group)
    } catch {
      continue
    }
    if (!existsSync(path.join(group, file))) {
      rmdirSync(group)
      continue
    }
    const removeGroup = () => {
      process.off('exit', removeGroup)
      removeEmpty(group)
    }
    // Also when the drill is interrupted.
    process.once('exit', removeGroup)
    return {
      name: 'the kernel',
      firstLimit: 160,
      wrapperFor(limit) {
        writeFileSync(path.join(group, file), String(limit * 2 ** 20))
        return ['sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$@"`, 'sh']
      },
      close: removeGroup,
    }
  }
  return undefined
}

/** A killed process leaves its group a moment later. */
function removeEmpty(group: string): void {
  for (let tries = 1; ; tries++)
    try {
      rmdirSync(group)
      return
    } catch (error) {
      if (tries > 50) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    }
}

const longestLifeMs = 20_000
const mostStarts = 40

interface Watched {
  readonly portal: Service
  /** The command that runs the portal at its next start. */
  readonly wrapWith: (wrapper: readonly string[]) => void
}

/** Restarts the portal with a little memory until it has died of it that often. */
async function dieRepeatedly({ portal, wrapWith }: Watched, limiter: Limiter, deaths: number): Promise<string> {
  let limit = limiter.firstLimit
  let died = 0
  for (let starts = 0; starts < mostStarts && died < deaths; starts++) {
    await portal.kill()
    wrapWith(limiter.wrapperFor(Math.round(limit)))
    const isStarted = await portal.start().then(
      () => true,
      () => false,
    )
    if (isStarted && (await diesWithin(portal.untilEnded()))) died++
    // It needs the memory to start, and must not have enough to live.
    else limit *= isStarted ? 0.92 : 1.1
  }
  return `${died} deaths by ${limiter.name} at ${Math.round(limit)} MB`
}

function diesWithin(ended: Promise<void>): Promise<boolean> {
  return Promise.race([ended.then(() => true), sleep(longestLifeMs, false)])
}

/** A process that has too little memory for its load dies again and again, and something restarts it. */
export async function runOutOfMemory({ isFull, seed, checkTimeoutMs }: PartOptions): Promise<Part> {
  let wrapper: readonly string[] = []
  const environment = await openEnvironment({ portalWrapper: () => wrapper })
  const kernel = openControlGroup()
  const wrapWith = (next: readonly string[]) => {
    wrapper = next
  }
  try {
    const { portal } = environment
    const payments = await startWatchedPayments({ environment, channels: 8, seed, mayBeAway: true })
    const deaths: string[] = []
    for (const limiter of kernel === undefined ? [heap] : [heap, kernel])
      deaths.push(await dieRepeatedly({ portal, wrapWith }, limiter, isFull ? 20 : 4))
    wrapWith([])
    await portal.kill()
    await portal.start()
    const recoveredMs = await payments.recover()
    const file = path.join(environment.folder, 'portal.db')
    const { report, violations } = await payments.finish({ file, isBeside: true }, checkTimeoutMs)
    return {
      did: `${deaths.join(', ')}, ${payments.promises.initiated.size} payments, ${report.deliveries} delivered`,
      violations: [...describeViolations(violations), ...(recoveredMs === undefined ? ['no payment afterwards'] : [])],
    }
  } finally {
    await environment.close()
    kernel?.close()
  }
}
