import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that systems give to clients, and to servers that name none: otherwise one of those may take a port
// before its server listens. Above the last one that fetch refuses (10080; Fetch standard, "bad port").
const lowest = 10_100
const highest = 32_700

/**
 * This number of ports of this machine at which no server listens.
 *
 * @param {number} count
 * @returns {Promise<readonly number[]>}
 */
export async function freePorts(count) {
  /** @type {Map<number, import('node:net').Server>} */
  const held = new Map()
  while (held.size < count) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    const server = createServer()
    const isFree = once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.listen(port, '127.0.0.1')
    if (await isFree) held.set(port, server)
  }
  await Promise.all([...held.values()].map(async (server) => once(server.close(), 'close')))
  return [...held.keys()]
}
