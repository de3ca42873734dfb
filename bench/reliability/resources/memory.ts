import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seconds as inSeconds } from '../../environment/run-bench.ts'
import type { Service } from '../../environment/service.ts'
import { openEnvironment } from '../../environment/test-environment.ts'
import { describeViolations } from '../../invariants/invariants.ts'
import { startWatchedPayments } from '../channels/watched-payments.ts'
import type { Part, PartOptions } from './part.ts'

/** A way to limit the memory of a process. */
interface Limiter {
  readonly name: string
  /** The command that runs the process at its next start. */
  wrapper(): readonly string[]
  /** Called again and again while the process serves. */
  squeeze(): void
  /** The process did not die of its memory, after it had begun to serve or before. */
  adjust(isStarted: boolean): void
  megabytes(): number
  close(): void
}

/** V8 gives up where it finds too little; a limit at which the process starts and cannot live is searched for. */
function limitHeap(): Limiter {
  let limit = 64
  return {
    name: 'V8',
    wrapper: () => ['env', `NODE_OPTIONS=--max-old-space-size=${Math.round(limit)}`],
    squeeze: () => {},
    adjust(isStarted) {
      limit *= isStarted ? 0.92 : 1.1
    },
    megabytes: () => limit,
    close: () => {},
  }
}

const groups = [
  { folder: '/sys/fs/cgroup', limitFile: 'memory.max', usageFile: 'memory.current' },
  { folder: '/sys/fs/cgroup/memory', limitFile: 'memory.limit_in_bytes', usageFile: 'memory.usage_in_bytes' },
]

const megabyte = 2 ** 20
const unlimited = 4096 * megabyte

/**
 * Makes a control group, whose processes the kernel kills; it is undefined where this process may make none. A start
 * needs more memory than the work that follows, so the limit is lowered to what the process uses while it serves.
 */
function openControlGroup(): Limiter | undefined {
  for (const { folder, limitFile, usageFile } of groups) {
    const group = path.join(folder, `drill-${process.pid}`)
    try {
      mkdirSync(group)
    } catch {
      continue
    }
    if (!existsSync(path.join(group, limitFile))) {
      rmdirSync(group)
      continue
    }
    const removeGroup = () => {
      process.off('exit', removeGroup)
      removeEmpty(group)
    }
    // It runs also when the drill is interrupted.
    process.once('exit', removeGroup)
    let limit = unlimited
    const setLimit = (bytes: number) => {
      writeFileSync(path.join(group, limitFile), String(bytes))
      limit = bytes
    }
    return {
      name: 'the kernel',
      wrapper() {
        setLimit(unlimited)
        return ['sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$@"`, 'sh']
      },
      squeeze() {
        const usage = Number(readFileSync(path.join(group, usageFile), 'utf8'))
        // An older kernel refuses a limit below what cannot be given back.
        for (const bytes of [usage - 8 * megabyte, usage])
          try {
            return setLimit(bytes)
          } catch {}
      },
      adjust: () => {},
      megabytes: () => limit / megabyte,
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

// The limit is for a process that has enough, not for a busy machine.
const longestLifeMs = 60_000
const squeezeEveryMs = 500
const mostStarts = 40

interface Watched {
  readonly portal: Service
  /** The command that runs the portal at its next start. */
  readonly wrapWith: (wrapper: readonly string[]) => void
}

/** Restarts the portal with a little memory until it has died of it that often. Returns how often it did. */
async function dieRepeatedly({ portal, wrapWith }: Watched, limiter: Limiter, deaths: number): Promise<number> {
  let died = 0
  for (let starts = 0; starts < mostStarts && died < deaths; starts++) {
    await portal.kill()
    wrapWith(limiter.wrapper())
    const isStarted = await portal.start().then(
      () => true,
      () => false,
    )
    const squeezing = setInterval(() => limiter.squeeze(), squeezeEveryMs)
    const isDead = isStarted && (await diesWithin(portal.untilEnded()))
    clearInterval(squeezing)
    if (isDead) died++
    else limiter.adjust(isStarted)
  }
  return died
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
    const wanted = isFull ? 20 : 4
    const deaths: string[] = []
    const faults: string[] = []
    for (const limiter of kernel === undefined ? [limitHeap()] : [limitHeap(), kernel]) {
      const died = await dieRepeatedly({ portal, wrapWith }, limiter, wanted)
      deaths.push(`${died} deaths by ${limiter.name} at ${Math.round(limiter.megabytes())} MB`)
      if (died < wanted) faults.push(`only ${died} of ${wanted} deaths by ${limiter.name}`)
    }
    wrapWith([])
    await portal.kill()
    await portal.start()
    const recoveredMs = await payments.recover()
    const file = path.join(environment.folder, 'portal.db')
    const { report, violations } = await payments.finish({ file, isBeside: true }, checkTimeoutMs)
    return {
      did: `${deaths.join(', ')}, recovered ${inSeconds(recoveredMs)}, ${payments.promises.initiated.size} payments, ${report.deliveries} delivered`,
      violations: [
        ...describeViolations(violations),
        ...faults,
        ...(recoveredMs === undefined ? ['no payment afterwards'] : []),
      ],
    }
  } finally {
    await environment.close()
    kernel?.close()
  }
}
