import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createTlsServer, type SecureContextOptions, type Server as TlsServer } from 'node:tls'

interface RelayOptions {
  readonly host: string
  readonly port?: number
  readonly target: { readonly host: string; readonly port: number }
  /** The relay ends TLS here; the target gets plain text. */
  readonly tls?: SecureContextOptions
}

/** Carries connections to a target, as slowly as it is told. */
export class Relay {
  readonly #server: Server | TlsServer
  readonly #options: RelayOptions
  readonly #open = new Set<Socket>()
  /** The delay of every piece of a connection, in each direction. */
  delayMs = 0
  /** New connections are closed at once. */
  isClosed = false
  /** What is sent arrives, and nothing comes back. */
  losesAnswers = false

  constructor(options: RelayOptions) {
    this.#options = options
    const accept = (client: Socket) => this.#carry(client)
    this.#server =
      options.tls === undefined ? createServer({ noDelay: true }, accept) : createTlsServer(options.tls, accept)
    // The client does not believe the certificate.
    this.#server.on('tlsClientError', () => {})
    // The list also has one whose handshake never ends, which is not carried yet.
    this.#server.on('connection', (arrived: Socket) => {
      this.#open.add(arrived)
      arrived.once('close', () => this.#open.delete(arrived))
    })
  }

  get port(): number {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The relay is not open')
    return address.port
  }

  async open(): Promise<this> {
    this.#server.listen(this.#options.port ?? 0, this.#options.host)
    await once(this.#server, 'listening')
    return this
  }

  /** Shows this certificate to new connections. */
  certify(tls: SecureContextOptions): void {
    if ('setSecureContext' in this.#server) this.#server.setSecureContext(tls)
  }

  /** Ends all connections, so that new ones must be made. */
  drop(): void {
    for (const socket of this.#open) socket.destroy()
  }

  async close(): Promise<void> {
    this.drop()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #carry(client: Socket): void {
    if (this.isClosed) return void client.destroy()
    const { host, port } = this.#options.target
    const behind = connect({ host, port, noDelay: true })
    for (const [from, to] of [
      [client, behind],
      [behind, client],
    ] as const) {
      this.#open.add(from)
      let last = Promise.resolve()
      const later = (act: () => void) => {
        const dueAt = performance.now() + this.delayMs
        last = last.then(async () => {
          const pauseMs = dueAt - performance.now()
          if (pauseMs > 0) await sleep(pauseMs)
          if (!to.destroyed) act()
        })
      }
      from.on('data', (bytes) => {
        if (from === client || !this.losesAnswers) later(() => to.write(bytes))
      })
      from.on('end', () => later(() => to.end()))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        this.#open.delete(from)
        later(() => to.destroy())
      })
    }
  }
}
