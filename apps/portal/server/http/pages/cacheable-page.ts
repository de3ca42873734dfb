import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encode, encodingFor } from '../encode-body.ts'
import { varyOf } from './page-body.ts'

/** Work that nobody waits for: one at a time, or it would take the threads that others wait for. */
export class SpareTime {
  #isTaken = false

  take(work: () => Promise<void>): void {
    if (this.#isTaken) return
    this.#isTaken = true
    const free = () => {
      this.#isTaken = false
    }
    work().then(free, free)
  }
}

interface Encoded {
  readonly body: Promise<Buffer>
  readonly isSmallest: boolean
}

/** A page that is the same for everybody, with every encoding of it that was asked for so far. */
export class CacheablePage {
  readonly madeAt: number
  readonly status: number
  readonly headers: Headers
  readonly #body: Buffer
  readonly #etag: string
  readonly #encoded: Map<Encoding, Encoded>
  readonly #spareTime: SpareTime

  /** `earlier` is what stood at this address: words that have not changed need not be compressed again. */
  constructor(
    response: Response,
    body: Buffer,
    options: { madeAt: number; spareTime: SpareTime; earlier?: CacheablePage },
  ) {
    const { madeAt, spareTime, earlier } = options
    this.madeAt = madeAt
    this.status = response.status
    this.headers = response.headers
    this.#body = body
    this.#etag = createHash('sha256').update(body).digest('base64url').slice(0, 22)
    this.#encoded = earlier !== undefined && earlier.#etag === this.#etag ? earlier.#encoded : new Map()
    this.#spareTime = spareTime
  }

  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { status = this.status }: { readonly status?: number } = {},
  ): Promise<FastifyReply> {
    const encoding = encodingFor(this.#body, request.headers['accept-encoding'])
    const etag = `"${this.#etag}-${encoding}"`
    // A cookie is somebody's own, whatever page it came with.
    for (const [name, value] of this.headers) if (name !== 'set-cookie') reply.header(name, value)
    reply.header('vary', varyOf(this.headers)).header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.status(status).send(await this.#encodedAs(encoding))
  }

  /** The first visitor waits for a quick encoding; whoever comes again makes it worth the smallest one. */
  #encodedAs(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding)
    if (known === undefined) {
      const body = encode(this.#body, encoding, 'kept')
      this.#encoded.set(encoding, { body, isSmallest: encoding !== 'br' })
      return body
    }
    if (!known.isSmallest) this.#spareTime.take(() => this.#makeSmallest(encoding))
    return known.body
  }

  async #makeSmallest(encoding: Encoding): Promise<void> {
    const body = await encode(this.#body, encoding, 'keptForLong')
    this.#encoded.set(encoding, { body: Promise.resolve(body), isSmallest: true })
  }
}
