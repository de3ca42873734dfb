import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Connections } from './connections.ts'

/** How long requests under way may last once no new connection is taken. */
const closeDeadlineMs = 15_000

export interface DrainOptions {
  /** How long balancers are given to notice that this process is not ready any more. */
  readonly drainMs: number
  readonly deadlineMs?: number
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const wait: NonNullable<DrainOptions['pause']> = (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined)

/** Whether this process is about to go, and how it goes. */
export class Drain {
  #isDraining = false

  get isDraining(): boolean {
    return this.#isDraining
  }

  /** From now on this process is not ready, while it still serves; every answer closes its connection. */
  begin(): void {
    this.#isDraining = true
  }

  /** Serves until balancers have noticed, then closes what is idle, and after a deadline everything. */
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
