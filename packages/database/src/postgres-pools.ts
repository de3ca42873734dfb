import { Socket } from 'node:net'
import { PortalError } from '@nyanja/domain/errors'
import { minute, second } from '@nyanja/domain/time'
import { type ClientBase, Pool, type PoolClient, types } from 'pg'
import { splitHosts } from './database-url.ts'
import type { PostgresPools } from './postgres-driver.ts'
import { assertWritable, Primary } from './primary.ts'
import { currentTimeouts, type Timeouts } from './transaction.ts'

const connectionsOfPool = 10
const idleInTransactionMs = 10_000
const idleConnectionMs = 5 * minute
/** The kernel then asks ten times, once a second, before it gives up a machine that has vanished. */
export const keepAliveInitialDelayMillis = 5 * second

/** Refuses a new connection by throwing. */
type Prepare = (client: ClientBase) => Promise<void> | undefined

/** The connections to one server. Visitors have separate ones, so that they and due work cannot delay each other. */
class ServerPools {
  readonly #url: string
  readonly #prepare: Prepare
  readonly #pools = new Map<Timeouts, Pool>()
  readonly #sockets = new Set<Socket>()

  constructor(url: string, prepare: Prepare = () => undefined) {
    this.#url = url
    this.#prepare = prepare
  }

  async connect(): Promise<PoolClient> {
    const timeouts = currentTimeouts()
    const pool = this.#pools.get(timeouts) ?? this.#createPool(timeouts)
    this.#pools.set(timeouts, pool)
    return pool.connect()
  }

  async end(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.end()))
  }

  /** Makes statements in progress fail now instead of at their timeouts, because the machine may have vanished. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
    void this.end()
  }

  #createPool(timeouts: Timeouts): Pool {
    const { connectMs, answerMs } = timeouts
    const pool = new Pool({
      connectionString: this.#url,
      application_name: 'nyanja-portal',
      max: connectionsOfPool,
      keepAlive: true,
      keepAliveInitialDelayMillis,
      stream: () => this.#openSocket(),
      // A busy server takes longer to open a connection than a visitor waits.
      idleTimeoutMillis: idleConnectionMs,
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
      onConnect: async (client) => {
        await client.query(sessionSettings(timeouts))
        await this.#prepare(client)
      },
      types: { getTypeParser: (oid) => exactNumbers[oid] ?? types.getTypeParser(oid) },
    })
    // The pool has dropped the broken connection; an unhandled event would end the process.
    pool.on('error', () => {})
    // The client of a connection in use needs a listener too: its user gets the error at the next statement.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }

  #openSocket(): Socket {
    const socket = new Socket()
    this.#sockets.add(socket)
    return socket.once('close', () => this.#sockets.delete(socket))
  }
}

/** Writes the settings for a statement: a pooler refuses a session that begins with them. */
function sessionSettings({ lockMs, statementMs }: Timeouts): string {
  const settings = {
    lock_timeout: lockMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    // Compiling a statement over the months of the history takes seconds, its execution a tenth of one.
    jit: 'off',
  }
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join('; ')
}

/** pg returns these as text; SQLite returns numbers. `sum()` of a bigint column is numeric. */
const exactNumbers: Readonly<Record<number, (text: string) => number>> = {
  [types.builtins.INT8]: exactNumber,
  [types.builtins.NUMERIC]: exactNumber,
}

function exactNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new RangeError('A number is too large to be exact')
  return number
}

/** Connections to the server of an address, or to the one among its servers that takes writes. */
export function openPools(url: string): PostgresPools {
  const [first = url, ...others] = splitHosts(url)
  if (others.length > 0) return openPoolsOfPrimary([first, ...others])
  const pools = new ServerPools(first)
  return { connect: () => pools.connect(), suspect: () => {}, end: () => pools.end() }
}

function openPoolsOfPrimary(urls: readonly string[]): PostgresPools {
  const pools = new Map<string, ServerPools>()
  const primary = new Primary(urls, (left) => {
    pools.get(left)?.cut()
    pools.delete(left)
  })
  return {
    async connect() {
      const url = await within(primary.find(), currentTimeouts().connectMs)
      const ofServer = pools.get(url) ?? new ServerPools(url, assertWritable)
      pools.set(url, ofServer)
      return ofServer.connect()
    },
    suspect: () => primary.suspect(),
    async end() {
      primary.close()
      await Promise.all([...pools.values()].map((each) => each.end()))
    },
  }
}

/** The search continues for later callers. */
async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = new PortalError('database_unavailable', 'PostgreSQL has no primary yet: none of its hosts takes writes')
  const timer = setTimeout(() => reject(late), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
