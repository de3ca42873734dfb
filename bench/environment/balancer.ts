import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Balancer {
  readonly origin: string
  /** The targets of new connections, in turn. */
  spreadOver(origins: readonly string[]): void
  close(): Promise<void>
}

/** Balances several processes of a portal, as an operator's balancer would. */
export async function openBalancer(): Promise<Balancer> {
  let ports: readonly number[] = []
  let next = 0
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, (client) => {
    const port = ports[next++ % ports.length]
    if (port === undefined) return client.destroy()
    const behind = connect({ port, host: 'localhost', noDelay: true })
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      open.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The balancer has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    spreadOver(origins) {
      ports = origins.map((origin) => Number(new URL(origin).port))
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
