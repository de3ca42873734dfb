import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A host that stands before a PostgreSQL, and fails as hosts and networks do. */
export interface TestProxy {
  /** Returns the same database at this host alone, or at several hosts in this order. */
  over(url: string, ...others: readonly Pick<TestProxy, 'host'>[]): string
  readonly host: string
  /** Loses the answer of that commit, counted from now on, with its connection; the server has committed. */
  loseAnswerOfCommit(nth: number): void
  readonly hasLostAnswer: boolean
  /** From here on nothing passes, in either direction, and no connection ends. */
  vanish(): void
  /** New connections pass again. */
  comeBack(): void
  /** Ends all connections, and refuses new ones. */
  stop(): Promise<void>
}

interface Message {
  /** The type in one letter; the first message has none. */
  readonly type: string
  readonly body: Buffer
}

const changes = /^\s*(?:with|insert|update|delete)\b/i

/**
 * Counts the commits that a client asks for: of transactions, and of statements outside them that change rows. Source:
 * PostgreSQL documentation, "Message Formats".
 */
function createCommitCounter(): (bytes: Buffer) => number {
  const texts = new Map<string, string>()
  let [pending, bound, isInTransaction, isStarted] = [Buffer.alloc(0), '', false, false]

  const readers: Readonly<Record<string, (first: string, second: string) => boolean>> = {
    P(name, text) {
      texts.set(name, text)
      return false
    },
    B(_, name) {
      bound = texts.get(name) ?? ''
      return false
    },
    E: () => !isInTransaction && changes.test(bound),
    Q(text) {
      if (/^(?:begin|start)\b/i.test(text)) isInTransaction = true
      if (/(?:commit|rollback)$/i.test(text)) isInTransaction = false
      return /commit$/i.test(text)
    },
  }

  function isCommit({ type, body }: Message): boolean {
    const [first = '', second = ''] = body.toString('latin1').split('\0', 2)
    return readers[type]?.(first, second) === true
  }

  function takeMessage(): Message | undefined {
    // The first message has no type.
    const from = isStarted ? 1 : 0
    const length = pending.length < from + 4 ? Number.POSITIVE_INFINITY : pending.readInt32BE(from)
    if (pending.length < from + length) return undefined
    const type = isStarted ? String.fromCharCode(pending[0] ?? 0) : ''
    const body = pending.subarray(from + 4, from + length)
    isStarted = true
    pending = pending.subarray(from + length)
    return { type, body }
  }

  return (bytes) => {
    pending = Buffer.concat([pending, bytes])
    let commits = 0
    for (let message = takeMessage(); message !== undefined; message = takeMessage())
      if (isCommit(message)) commits += 1
    return commits
  }
}

export async function openTestProxy(url: string): Promise<TestProxy> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const state = { left: 0, hasLost: false, isGone: false }

  const server = createServer({ noDelay: true }, (client) => {
    const behind = connect({ host: hostname, port: Number(port || 5432), noDelay: true })
    const countCommits = createCommitCounter()
    let loses = false
    let isDead = false
    const isSilent = () => {
      isDead ||= state.isGone
      return isDead
    }
    for (const socket of [client, behind]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        if (!isSilent()) for (const both of [client, behind]) both.destroy()
      })
    }
    client.on('data', (bytes) => {
      if (isSilent()) return
      const commits = countCommits(bytes)
      if (state.left > 0) {
        state.left = Math.max(0, state.left - commits)
        loses = state.left === 0
      }
      behind.write(bytes)
    })
    behind.on('data', (bytes) => {
      if (isSilent()) return
      if (!loses) return void client.write(bytes)
      state.hasLost = true
      client.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  const host = `127.0.0.1:${address.port}`
  return {
    host,
    over: (real, ...others) => real.replace(new URL(real).host, [{ host }, ...others].map((one) => one.host).join(',')),
    loseAnswerOfCommit(nth) {
      state.left = nth
      state.hasLost = false
    },
    get hasLostAnswer() {
      return state.hasLost
    },
    vanish() {
      state.isGone = true
    },
    comeBack() {
      state.isGone = false
    },
    async stop() {
      state.isGone = true
      for (const socket of open) socket.destroy()
      server.close()
      if (server.listening) await once(server, 'close')
    },
  }
}
