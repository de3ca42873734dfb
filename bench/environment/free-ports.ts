import { once } from 'node:events'
import { createServer } from 'node:net'

/** So many ports of this machine on which no process listens. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server, 'listening')
      const address = server.address()
      return address !== null && typeof address === 'object' ? address.port : 0
    }),
  )
  await Promise.all(servers.map(async (server) => once(server.close(), 'close')))
  return ports
}
