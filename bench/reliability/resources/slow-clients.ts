import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { arrive } from '../../environment/arrivals.ts'
import { quantile } from '../../environment/statistics.ts'
import { openEnvironment } from '../../environment/test-environment.ts'
import { retryWhileBusy } from '../../environment/visitor.ts'
import { describeViolations } from '../../invariants/invariants.ts'
import { startWatchedPayments } from '../channels/watched-payments.ts'
import type { Part, PartOptions } from './part.ts'

const form = 'content-type: application/x-www-form-urlencoded\r\ncontent-length: 2000\r\n\r\nmsisdn='

/** Headers without an end, a body without an end, and answers that are not read. */
const slownesses = [
  { opens: (host: string) => `GET / HTTP/1.1\r\nhost: ${host}\r\n`, drips: 'x-slow: 1\r\n' },
  { opens: (host: string) => `POST /prepaid-recharge HTTP/1.1\r\nhost: ${host}\r\n${form}`, drips: '9' },
  {
    // The bytes are together more than the buffers of a connection hold.
    opens: (host: string, file: string) => `GET ${file} HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(20),
    drips: '',
    readsNothing: true,
  },
] as const

const dripEveryMs = 2_000

/** Each that is closed comes again. */
function openSlowClients(origin: string, file: string, count: number) {
  const { hostname: host, port } = new URL(origin)
  const sockets = new Map<Socket, string>()
  let opened = 0
  let isOver = false
  function open(): void {
    const { opens, drips, ...slowness } = slownesses[opened++ % slownesses.length] ?? slownesses[0]
    const socket = connect({ host, port: Number(port) })
    sockets.set(socket, drips)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      if (!isOver) setTimeout(open, 100)
    })
    socket.write(opens(host, file))
    if ('readsNothing' in slowness) socket.pause()
    else socket.resume()
  }
  for (let client = 0; client < count; client++) open()
  const drip = setInterval(() => {
    for (const [socket, drips] of sockets) if (drips !== '' && socket.writable) socket.write(drips)
  }, dripEveryMs)
  return {
    opened: () => opened,
    held: () => sockets.size,
    close() {
      isOver = true
      clearInterval(drip)
      for (const socket of sockets.keys()) socket.destroy()
    },
  }
}

interface SlowOptions extends PartOptions {
  readonly clients: number
  readonly visitorsPerSecond: number
}

const leastServed = 0.999

/** Visitors and payments beside many slow clients. */
export async function serveBesideSlowClients(options: SlowOptions): Promise<Part> {
  const { clients, visitorsPerSecond: perSecond, seconds, seed, checkTimeoutMs } = options
  const environment = await openEnvironment()
  try {
    const payments = await startWatchedPayments({ environment, channels: 2, seed })
    const page = await (await fetch(environment.origin)).text()
    const file = /"(\/assets\/[^"]+)"/.exec(page)?.[1] ?? '/'
    const slow = openSlowClients(environment.origin, file, clients)
    const visits = await arrive({ perSecond, seconds }, async (intendedAt) => {
      const visit = () => fetch(`${environment.origin}/prepaid-recharge`, { signal: AbortSignal.timeout(60_000) })
      const status = await retryWhileBusy(visit)
        .then(async (response) => ((await response.bytes()).length > 0 ? response.status : 0))
        .catch(() => 0)
      return { status, ms: Date.now() - intendedAt }
    })
    const held = slow.held()
    const opened = slow.opened()
    slow.close()
    const served = visits.filter(({ status }) => status === 200)
    const address = { file: path.join(environment.folder, 'portal.db'), isBeside: true }
    const { report, violations } = await payments.finish(address, checkTimeoutMs)
    const p99 = quantile(
      served.map(({ ms }) => ms),
      0.99,
    )
    return {
      did: `${held} slow clients held (${opened} opened) for ${seconds} s, ${served.length} of ${visits.length} visitors served (p99 ${p99.toFixed(0)} ms), ${report.deliveries} delivered`,
      violations: [
        ...describeViolations(violations),
        ...(served.length < visits.length * leastServed
          ? [`${visits.length - served.length} visitors were not served`]
          : []),
        ...(held < clients * 0.9 ? [`only ${held} slow clients were connected`] : []),
      ],
    }
  } finally {
    await environment.close()
  }
}
