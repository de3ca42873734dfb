import { createServer, type RequestListener, type Server } from 'node:http'

/** Long enough for a form on the slowest link; short enough that slow clients do not pile up. */
export const connectionLimits = {
  headersMs: 15_000,
  requestMs: 30_000,
  /** Longer than balancers keep a connection, or they would send a request into one that is closing. */
  keepAliveMs: 72_000,
  /** Longer than the longest answer of a provider that a visitor waits for. */
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
  /** Resolves when none of them serves any more: Fastify waits for the first one alone. */
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
      // The next visitor finds room where one connection was only kept open.
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
