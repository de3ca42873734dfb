import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seconds as inSeconds } from '../../environment/run-bench.ts'
import { openEnvironment } from '../../environment/test-environment.ts'
import { describeViolations } from '../../invariants/invariants.ts'
import { listCounts, startWatchedPayments } from '../channels/watched-payments.ts'
import type { Part, PartOptions } from './part.ts'

/** The number of files beyond those that are open before the load. */
const room = 30
const connections = 200
// The limit is for a hanging portal, not for a busy machine.
const fillTimeoutMs = 60_000

/** Silent connections take every file descriptor that a process may have, and are given back. */
export async function useUpDescriptors({ seed, seconds, checkTimeoutMs }: PartOptions): Promise<Part> {
  const environment = await openEnvironment()
  const silent: Socket[] = []
  try {
    const payments = await startWatchedPayments({ environment, channels: 6, seed, mayBeAway: true })
    const { pid } = environment.portal
    const open = () => readdirSync(`/proc/${pid}/fd`).length
    const limit = open() + room
    execFileSync('prlimit', [`--pid=${pid}`, `--nofile=${limit}:`])
    const keep = setInterval(() => {
      while (silent.length < connections) silent.push(connectTo(environment.origin, silent))
    }, 50)
    payments.reader.take()
    let most = 0
    const watch = async (isOver: () => boolean) => {
      while (!isOver()) {
        most = Math.max(most, open())
        await sleep(50)
      }
    }
    const giveUpAt = performance.now() + fillTimeoutMs
    await watch(() => most >= limit || performance.now() > giveUpAt)
    const endsAt = performance.now() + seconds * 1_000
    await watch(() => performance.now() > endsAt)
    const { pages } = payments.reader.take()
    clearInterval(keep)
    for (const socket of silent) socket.destroy()
    // The limit stays as it is.
    const recoveredMs = await payments.recover()
    execFileSync('prlimit', [`--pid=${pid}`, '--nofile=20000:'])
    const file = path.join(environment.folder, 'portal.db')
    const { report, violations } = await payments.finish({ file, isBeside: true }, checkTimeoutMs)
    return {
      did: `${most} of ${limit} descriptors used for ${seconds} s, pages ${listCounts(pages)}, recovered ${inSeconds(recoveredMs)}, ${report.deliveries} delivered`,
      violations: [
        ...describeViolations(violations),
        ...(most < limit ? [`only ${most} of ${limit} descriptors were used`] : []),
        ...(recoveredMs === undefined ? ['no payment after the descriptors were given back'] : []),
      ],
    }
  } finally {
    for (const socket of silent) socket.destroy()
    await environment.close()
  }
}

function connectTo(origin: string, all: Socket[]): Socket {
  const { hostname: host, port } = new URL(origin)
  const socket = connect({ host, port: Number(port) })
  socket.on('error', () => {})
  socket.on('close', () => all.splice(all.indexOf(socket), 1))
  return socket
}
