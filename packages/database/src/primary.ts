import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '@nyanja/domain/time'
import { Client, type ClientBase, type ClientConfig } from 'pg'
import { refusalOfPostgres } from './postgres-driver.ts'

/** A server that answers no later than this is alive. */
const answersWithinMs = 2 * second
const askEveryMs = second
const askStandbyEveryMs = second / 5

const question = "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as takes_no_writes"

async function takesWrites(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ takes_no_writes: boolean }>(question)
  return rows[0]?.takes_no_writes === false
}

/** A server may have changed its role since it was found. */
export async function assertWritable(client: ClientBase): Promise<void> {
  if (!(await takesWrites(client))) throw Object.assign(new Error('The server takes no writes'), { code: '25006' })
}

type Settings = Omit<ClientConfig, 'connectionString'>

async function openWritable(connectionString: string, settings: Settings): Promise<Client> {
  const client = new Client({ connectionTimeoutMillis: answersWithinMs, ...settings, connectionString })
  // Its end is still observed.
  client.on('error', () => {})
  try {
    await client.connect()
    await untilWritable(client)
    return client
  } catch (error) {
    abandon(client)
    throw error
  }
}

/** A standby may be promoted while a machine that has vanished is still waited for. */
async function untilWritable(client: Client): Promise<void> {
  const giveUpAt = performance.now() + answersWithinMs - 2 * askStandbyEveryMs
  while (!(await takesWrites(client)) && performance.now() < giveUpAt) await sleep(askStandbyEveryMs)
  await assertWritable(client)
}

/** Closes without waiting: a vanished machine does not answer when a connection is closed. */
function abandon(client: Client): void {
  void client.end().catch(() => undefined)
}

interface Found {
  readonly url: string
  readonly client: Client
}

/** Asks all servers at once; the first that takes writes is the primary. */
export async function connectToPrimary(urls: readonly string[], settings: Settings): Promise<Found> {
  const asked = urls.map(async (url) => ({ url, client: await openWritable(url, settings) }))
  try {
    const found = await Promise.any(asked)
    for (const other of asked)
      void other.then(
        ({ client }) => client === found.client || abandon(client),
        () => undefined,
      )
    return found
  } catch (error) {
    const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
    // Wrong settings would fail at every retry, so their message is the more useful one.
    throw errors.find((each) => refusalOfPostgres(each) !== undefined) ?? errors[0]
  }
}

/** Knows which of several servers takes writes: the one that was found last, until another one takes over. */
export class Primary {
  readonly #urls: readonly string[]
  readonly #left: (url: string) => void
  #url: string | undefined
  /** The client asks the primary regularly; it is undefined while that does not answer. */
  #watch: Client | undefined
  #asking: Promise<string> | undefined
  #askedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  /** `left` is called once another server has taken over from that one. */
  constructor(urls: readonly string[], left: (url: string) => void) {
    this.#urls = urls
    this.#left = left
  }

  async find(): Promise<string> {
    return this.#url ?? this.#ask()
  }

  /** A connection failed. The server may only be busy, so it stays in use until another one takes writes. */
  suspect(): void {
    if (this.#isClosed || performance.now() - this.#askedAt < askStandbyEveryMs) return
    void this.#ask().catch(() => undefined)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    if (this.#watch !== undefined) abandon(this.#watch)
  }

  #ask(): Promise<string> {
    this.#asking ??= this.#stillOrSearch().finally(() => {
      this.#asking = undefined
      this.#askedAt = performance.now()
      clearTimeout(this.#timer)
      if (this.#isClosed) return
      const pauseMs = this.#watch === undefined ? askStandbyEveryMs : askEveryMs
      this.#timer = setTimeout(() => void this.#ask().catch(() => undefined), pauseMs).unref()
    })
    return this.#asking
  }

  async #stillOrSearch(): Promise<string> {
    const watch = this.#watch
    if (watch !== undefined && this.#url !== undefined) {
      if (await takesWrites(watch).catch(() => false)) return this.#url
      abandon(watch)
      this.#watch = undefined
    }
    return this.#search()
  }

  async #search(): Promise<string> {
    const { url, client } = await connectToPrimary(this.#urls, {
      application_name: 'nyanja-portal primary',
      query_timeout: answersWithinMs,
    })
    if (this.#isClosed) abandon(client)
    else this.#watch = client
    const before = this.#url
    this.#url = url
    if (before !== undefined && before !== url) this.#left(before)
    return url
  }
}
