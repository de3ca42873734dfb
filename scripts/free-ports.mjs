import { once } from 'node:events'
import { createServer } from 'node:net'

// Below the ports that systems give to clients, and to servers that name none: otherwise one of those may take a port
// before its server listens. Above the last one that fetch refuses (10080; Fetch standard, "bad port").
const lowest = 10_100
const highest = 32_700

/** @param {number} port */
async function hold(port) {
  const server = createServer()
  const isHeld = once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.listen(port, '127.0.0.1')
  return (await isHeld) ? server : undefined
}

/** @param {Iterable<import('node:net').Server | undefined>} servers */
async function release(servers) {
  await Promise.all([...servers].map(async (server) => server && once(server.close(), 'close')))
}

const anyPort = () => lowest + Math.floor(Math.random() * (highest - lowest))

/**
 * The first of this number of ports in a row at which no server listens.
 *
 * @param {number} count
 * @returns {Promise<number>}
 */
export async function freePortRow(count) {
  for (;;) {
    const first = anyPort()
    const servers = await Promise.all(Array.from({ length: count }, (_, at) => hold(first + at)))
    await release(servers)
    if (servers.every((server) => server !== undefined)) return first
  }
}

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
    const port = anyPort()
    const server = await hold(port)
    if (server !== undefined) held.set(port, server)
  }
  await release(held.values())
  return [...held.keys()]
}
