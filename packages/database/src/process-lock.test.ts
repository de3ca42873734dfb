import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { holdProcessLock, openLockSession, processLockClass } from './process-lock.ts'
import { refuseToSkip } from './test-engines.ts'

const url: string | undefined = import.meta.env.TEST_DATABASE_URL
if (!url) refuseToSkip()

it('lets the server end the session of a dead machine within half a minute', async () => {
  const { client } = await openLockSession(url, 4_711)
  const settings = await client.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name like 'tcp!_%' escape '!'",
  )
  await client.end()
  const values = Object.fromEntries(settings.rows.map(({ name, setting }) => [name, Number(setting)]))
  const {
    tcp_keepalives_idle: idle = 0,
    tcp_keepalives_interval: interval = 0,
    tcp_keepalives_count: count = 0,
  } = values
  expect(idle).toBeGreaterThan(0)
  expect(idle + interval * count).toBeLessThanOrEqual(30)
  expect(values.tcp_user_timeout).toBeGreaterThan(0)
  expect(values.tcp_user_timeout).toBeLessThanOrEqual(30_000)
})

/** Ends all sessions when it is told to, and each further one that a process gives its name to, until `isEnding` is false. */
async function openUnreliableHost(real: string) {
  const { hostname, port } = new URL(real)
  const open = new Set<Socket>()
  const state = { isEnding: false, ended: 0 }
  const server = createServer((client) => {
    const behind = connect({ host: hostname, port: Number(port || 5432) })
    open.add(client)
    for (const socket of [client, behind])
      socket.on('error', () => {}).on('close', () => [client, behind].map((each) => each.destroy()))
    client.on('data', (bytes) => {
      if (!state.isEnding || !bytes.includes('set_config')) return void behind.write(bytes)
      state.ended += 1
      client.destroy()
    })
    behind.on('data', (bytes) => client.write(bytes))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The host has no port')
  return {
    url: real.replace(new URL(real).host, `127.0.0.1:${address.port}`),
    state,
    endSessions() {
      for (const socket of open) socket.destroy()
    },
    close: () => server.close(),
  }
}

it('is held again, and can be given up, after its session ended while the process gave it its name', async () => {
  // No other test of the same server may hold a lock of this number.
  const processId = randomInt(1, 2 ** 31)
  const host = await openUnreliableHost(url)
  const observer = new Client({ connectionString: url })
  await observer.connect()
  const holders = async () => {
    const { rows } = await observer.query(
      "select pid from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and granted",
      [processLockClass, processId],
    )
    return rows.length
  }

  const lock = await holdProcessLock(host.url, processId)
  await lock.announce('a node')
  host.state.isEnding = true
  host.endSessions()
  await expect.poll(() => host.state.ended).toBeGreaterThan(0)
  host.state.isEnding = false

  await expect.poll(holders).toBe(1)
  await lock.end()
  await expect.poll(holders).toBe(0)
  await observer.end()
  host.close()
})

it('asks a server that ends its sessions at once no more than twice a second', async () => {
  const host = await openUnreliableHost(url)
  const lock = await holdProcessLock(host.url, 4_713)
  await lock.announce('a node')
  host.state.isEnding = true
  const begunAt = performance.now()
  host.endSessions()
  await expect.poll(() => host.state.ended).toBeGreaterThan(3)
  expect(performance.now() - begunAt).toBeGreaterThan(1_400)
  host.state.isEnding = false
  await lock.end()
  host.close()
})
