import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** Ours among all advisory locks of the database. */
export const processLockClass = 0x6e79616e

const retryAfterMs = 500

/** The server gives up a session whose machine is gone after 25 s, or 20 s after it was sent something. */
const keepalives = `
  set tcp_keepalives_idle = 10;
  set tcp_keepalives_interval = 5;
  set tcp_keepalives_count = 3;
  set tcp_user_timeout = 20000`

export interface ProcessLock {
  end(): Promise<void>
}

/**
 * Lets the other processes on one PostgreSQL see that this one lives: it holds a lock in a session of its own, which the
 * server gives up when the process is gone, however it went. Resolves once the lock is held for the first time.
 */
export async function holdProcessLock(url: string, self: number): Promise<ProcessLock> {
  const held = new AbortController()
  let client = await openLockSession(url, self)

  async function keep(): Promise<void> {
    while (!held.signal.aborted) {
      await new Promise<void>((resolve) => client.once('end', () => resolve()))
      client = (await again()) ?? client
    }
  }

  /** Undefined once the process goes anyway. */
  async function again(): Promise<Client | undefined> {
    while (!held.signal.aborted) {
      const fresh = await openLockSession(url, self).catch(() => undefined)
      if (fresh !== undefined) return fresh
      await sleep(retryAfterMs)
    }
    return undefined
  }

  const kept = keep()
  return {
    async end() {
      held.abort()
      await client.end().catch(() => undefined)
      await kept
      // It may have found a session once more just then.
      await client.end().catch(() => undefined)
    },
  }
}

/** A session of its own: behind a pooler that lends sessions by the transaction no lock would last. */
export async function openLockSession(url: string, self: number): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: 'nyanja-portal presence',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // Its end is heard all the same.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(keepalives)
    await client.query('select pg_advisory_lock($1, $2)', [processLockClass, self])
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}
