import { createServer, type RequestListener, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** The limits, long enough for a form on the slowest link, and short enough that slow clients do not accumulate. */
export const connectionLimits = {
  headersMs: 15_000,
  requestMs: 30_000,
  /** A time longer than balancers keep a connection, or they would send a request into one that is closing. */
  keepAliveMs: 72_000,
  /** A time longer than the longest answer of a provider that a visitor waits for. */
  silenceMs: 120_000,
  checkEveryMs: 5_000,
  mostConnections: 5_000,
} as const

type Limits = { readonly [Name in keyof typeof connectionLimits]: number }

export interface Connections {
  /** Fastify makes one server for each address that it listens on. */
  readonly createServer: (listener: RequestListener) => Server
  closeIdle(): void
  closeAll(): void
  /** Resolves when no server is open any more: Fastify waits for the first one alone. */
  untilClosed(): Promise<unknown>
}

/** The servers of one process with their limits, so that all of their connections can be closed. */
export function createConnections(limits: Limits = connectionLimits): Connections {
  const servers: Server[] = []
  const closed: Promise<void>[] = []
  return {
    createServer(listener) {
      const { headersMs, requestMs, keepAliveMs, silenceMs, checkEveryMs, mostConnections } = limits
      const server = createServer(
        {
          headersTimeout: headersMs,
          requestTimeout: requestMs,
          keepAliveTimeout: keepAliveMs,
          connectionsCheckingInterval: checkEveryMs,
        },
        listener,
      )
      server.setTimeout(silenceMs)
      server.maxConnections = mostConnections
      // Closing idle connections makes room for the next visitor.
      server.on('drop', () => server.closeIdleConnections())
      server.on('listening', () => closed.push(new Promise((resolve) => server.once('close', resolve))))
      servers.push(server)
      return server
    },
    closeIdle() {
      for (const server of servers) server.closeIdleConnections()
    },
    closeAll() {
      for (const server of servers) server.closeAllConnections()
    },
    untilClosed: () => Promise.all(closed),
  }
}

/** The time that requests in progress may last once no new connection is accepted. */
const closeDeadlineMs = 15_000

interface DrainOptions {
  /** The time that balancers have to notice that this process is no longer ready. */
  readonly drainMs: number
  readonly deadlineMs?: number
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const wait: NonNullable<DrainOptions['pause']> = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined)

/** Knows whether this process is about to stop, and stops it. */
export class Drain {
  #isDraining = false

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** From now on this process is not ready, while it still serves; every answer closes its connection. */
  begin(): void {
    this.#isDraining = true
  }

  /** Serves until balancers have noticed, then closes idle connections, and after a deadline all of them. */
  async close(app: FastifyInstance, connections: Connections, options: DrainOptions): Promise<void> {
    const { drainMs, deadlineMs = closeDeadlineMs, pause = wait } = options
    this.begin()
    const closed = new AbortController()
    if (drainMs > 0) await pause(drainMs, closed.signal)
    connections.closeIdle()
    const deadline = pause(deadlineMs, closed.signal).then(() => {
      if (!closed.signal.aborted) connections.closeAll()
    })
    await app.close()
    await connections.untilClosed()
    closed.abort()
    await deadline
  }
}

export function closeConnectionsWhile(app: FastifyInstance, drain: Pick<Drain, 'isDraining'>): void {
  app.addHook('onRequest', async (_, reply) => {
    if (drain.isDraining) reply.header('connection', 'close')
  })
}
