import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A host that stands before a PostgreSQL, and fails as hosts and networks do. */
export interface TestProxy {
  /** The same database at this host alone, or at several hosts in this order. */
  over(url: string, ...others: readonly Pick<TestProxy, 'host'>[]): string
  readonly host: string
  /** The answer of that commit from now on is lost with its connection; the server has committed. */
  loseAnswerOfCommit(nth: number): void
  readonly hasLostAnswer: boolean
  /** From here on nothing passes, in either direction, and no connection ends. */
  vanish(): void
  /** New connections pass again. */
  comeBack(): void
  /** Ends all connections, and refuses new ones. */
  stop(): Promise<void>
}

const commit = Buffer.from('commit\0')

export async function openTestProxy(url: string): Promise<TestProxy> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const state = { left: 0, hasLost: false, isGone: false }

  const server = createServer({ noDelay: true }, (client) => {
    const behind = connect({ host: hostname, port: Number(port || 5432), noDelay: true })
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
      if (bytes.includes(commit) && state.left > 0) {
        state.left -= 1
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
