import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { splitHosts } from './database-url.ts'
import { keepAliveInitialDelayMillis } from './postgres-pools.ts'
import { connectToPrimary } from './primary.ts'

/** The portal's namespace among the database's advisory locks. */
export const processLockClass = 0x6e79616e

const retryAfterMs = 500

/**
 * The settings with which the server drops a session whose machine is gone after 25 s, or 20 s after sending it
 * something.
 */
const keepalives = `
  set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3;
  set tcp_user_timeout = 20000`

export interface ProcessLock {
  /** Names the session, for other processes and for administrators who look at `pg_stat_activity`. */
  announce(name: string): Promise<void>
  end(): Promise<void>
}

/**
 * Shows other processes on the same PostgreSQL that this one is alive: it holds a lock in a session of its own, which
 * the server drops when the process ends in any way. Resolves once the lock is held for the first time. `reacquired` is
 * called when it is held after a loss, perhaps on another server.
 */
export async function holdProcessLock(
  url: string,
  processId: number,
  reacquired: () => Promise<void> = async () => {},
): Promise<ProcessLock> {
  const held = new AbortController()
  let session = await openLockSession(url, processId)
  let announced: string | undefined

  async function name({ client }: LockSession): Promise<void> {
    if (announced === undefined) return
    await client.query("select set_config('application_name', $1, false)", [announced])
  }

  async function keep(): Promise<void> {
    while (!held.signal.aborted) {
      const openedAt = performance.now()
      await session.ended
      // A server that ends each session at once is not asked without pause.
      if (performance.now() - openedAt < retryAfterMs) await sleep(retryAfterMs)
      session = (await reconnect()) ?? session
    }
  }

  /** Returns undefined once the process is closing. */
  async function reconnect(): Promise<LockSession | undefined> {
    while (!held.signal.aborted) {
      const fresh = await openLockSession(url, processId).catch(() => undefined)
      if (fresh !== undefined) {
        await name(fresh).catch(() => undefined)
        void reacquired().catch(() => undefined)
        return fresh
      }
      await sleep(retryAfterMs)
    }
    return undefined
  }

  const kept = keep()
  return {
    async announce(text) {
      announced = text
      await name(session)
    },
    async end() {
      held.abort()
      await session.client.end().catch(() => undefined)
      await kept
      // A session may have been opened at this very moment.
      await session.client.end().catch(() => undefined)
    },
  }
}

interface LockSession {
  readonly client: Client
  /** Resolves at once when the session has ended before, of which the client emits nothing again. */
  readonly ended: Promise<void>
}

/** Opens a separate session for the lock: behind a pooler with transaction pooling no lock would last. */
export async function openLockSession(url: string, processId: number): Promise<LockSession> {
  const client = await openSession(url)
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  try {
    await client.query(keepalives)
    await client.query('select pg_advisory_lock($1, $2)', [processLockClass, processId])
    return { client, ended }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

async function openSession(url: string): Promise<Client> {
  const settings = {
    application_name: 'nyanja-portal process lock',
    keepAlive: true,
    keepAliveInitialDelayMillis,
  }
  const urls = splitHosts(url)
  if (urls.length > 1) return (await connectToPrimary(urls, settings)).client
  const client = new Client({ ...settings, connectionTimeoutMillis: 5_000, connectionString: urls[0] })
  // Its end is still observed.
  client.on('error', () => {})
  await client.connect()
  return client
}
