// @ts-nocheck
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Explained } from '../run.mjs'

const startPatienceMs = 30_000

/** A server of our own on a free port, with nothing to lose: it forgets everything when it stops. */
export async function startPostgres(binaries) {
  const owner = unprivilegedUser()
  // Root's own temporary folder may be closed to the user the server runs as.
  const folder = mkdtempSync(path.join(owner.uid === undefined ? tmpdir() : '/tmp', 'nyanja-postgres-'))
  chmodSync(folder, 0o700)
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const options = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C' } }

  try {
    const data = path.join(folder, 'data')
    initialise(path.join(binaries, 'initdb'), data, options)
    const port = await freePort()
    const server = await launch(path.join(binaries, 'postgres'), { data, port, options })
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop: () => stop(server, folder) }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

function initialise(initdb, data, options) {
  const args = ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  try {
    execFileSync(initdb, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    throw new Explained(`PostgreSQL could not be set up: ${error.stderr ?? error.message}`)
  }
}

async function launch(postgres, { data, port, options }) {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  }
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  // Its own process group: Ctrl-C is for us, and we stop the server when the tests have ended.
  const server = spawn(postgres, args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  server.stderr.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(-20_000)
  })

  const giveUpAt = performance.now() + startPatienceMs
  while (!said.includes('ready to accept connections')) {
    if (server.exitCode !== null || performance.now() > giveUpAt) {
      server.kill('SIGQUIT')
      throw new Explained(`PostgreSQL did not start:\n${said}`)
    }
    await sleep(20)
  }
  return server
}

async function stop(server, folder) {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGQUIT')
    await once(server, 'exit')
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Explained('PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody')
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
