import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../free-ports.mjs'
import { Explained } from '../run.mjs'

const startTimeoutMs = 60_000

/**
 * The settings are faster than any disk, and lose everything in a power cut. Without the vacuum, rows stay in the order
 * of their insertion, as in a new database, however often tests have emptied it.
 */
const unsafe = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }

/** Starts a temporary server on a free port: it deletes everything when it stops. */
export async function startPostgres(binaries) {
  const cluster = await createCluster(binaries)
  try {
    await cluster.start({ settings: unsafe })
  } catch (error) {
    cluster.remove()
    throw error
  }
  return {
    url: cluster.url,
    async stop() {
      await cluster.end('SIGQUIT')
      cluster.remove()
    },
  }
}

const none = /** @type {string[]} */ ([])

/**
 * The files of a server, in a folder of their own until `remove`, and a free port for it. It can be restarted.
 * `standbyOf` is the address of a running server, whose standby it becomes.
 */
export async function createCluster(binaries, { initdbArguments = none, standbyOf = '' } = {}) {
  const owner = unprivilegedUser()
  // Root's own temporary folder may be closed to the server's user.
  const folder = mkdtempSync(path.join(owner.uid === undefined ? tmpdir() : '/tmp', 'nyanja-postgres-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  try {
    chmodSync(folder, 0o700)
    if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
    const options = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C' } }
    const data = path.join(folder, 'data')
    if (standbyOf === '') initialise(path.join(binaries, 'initdb'), { data, options, initdbArguments })
    else copy(path.join(binaries, 'pg_basebackup'), { data, options, standbyOf })
    const [port] = await freePorts(1)
    const postgres = path.join(binaries, 'postgres')
    let server

    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      folder,
      data,
      get pid() {
        return server?.pid
      },
      /** Tells whether a server that was started has not ended. */
      get isRunning() {
        return server !== undefined && server.exitCode === null && server.signalCode === null
      },
      /** `wrapper` is a command that runs the server: `taskset -c 1`. */
      async start({ settings = {}, wrapper = none } = {}) {
        server = await launch([...wrapper, postgres], { data, port, settings, options, isStandby: standbyOf !== '' })
      },
      async end(signal) {
        const ending = server
        server = undefined
        if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return
        ending.kill(signal)
        await once(ending, 'exit')
      },
      remove,
    }
  } catch (error) {
    remove()
    throw error
  }
}

function initialise(initdb, { data, options, initdbArguments }) {
  const args = ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  try {
    execFileSync(initdb, [...args, ...initdbArguments], { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    throw new Explained(`PostgreSQL could not be set up: ${error.stderr ?? error.message}`)
  }
}

function copy(pgBasebackup, { data, options, standbyOf }) {
  const args = ['--pgdata', data, '--dbname', standbyOf, '--checkpoint=fast', '--write-recovery-conf', '--no-sync']
  execFileSync(pgBasebackup, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function launch([command, ...before], { data, port, settings, options, isStandby }) {
  const ready = `ready to accept ${isStandby ? 'read-only ' : ''}connections`
  const all = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    ...settings,
  }
  const args = [...before, '-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  // The server is in its own process group: Ctrl-C is for this script, which stops the server when the tests have
  // ended.
  const server = spawn(command, args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  // A script that is interrupted leaves no server behind.
  const end = () => server.kill('SIGQUIT')
  process.once('exit', end)
  server.once('exit', () => process.off('exit', end))
  let shown = ''
  server.stderr.setEncoding('utf8').on('data', (text) => {
    shown = (shown + text).slice(-20_000)
  })

  const giveUpAt = performance.now() + startTimeoutMs
  while (!shown.includes(ready)) {
    const isGone = server.exitCode !== null || server.signalCode !== null
    if (isGone || performance.now() > giveUpAt) {
      server.kill('SIGQUIT')
      throw new Explained(`PostgreSQL did not start:\n${shown}`)
    }
    await sleep(20)
  }
  return server
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
