import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encode, encodingFor, type Parts } from './encode-body.ts'
import { sendParts, varyOf } from './send-parts.ts'

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
  readonly parts: Promise<Parts>
  readonly isSmallest: boolean
}

/** A page that is the same for everybody, with every encoding of it that was asked for so far. */
export class KeptPage {
  readonly madeAt: number
  readonly status: number
  readonly headers: Headers
  readonly #parts: Parts
  readonly #etag: string
  readonly #encoded: Map<Encoding, Encoded>
  readonly #spareTime: SpareTime

  /** `earlier` is what stood at this address: words that have not changed need not be compressed again. */
  constructor(response: Response, parts: Parts, options: { madeAt: number; spareTime: SpareTime; earlier?: KeptPage }) {
    const { madeAt, spareTime, earlier } = options
    this.madeAt = madeAt
    this.status = response.status
    this.headers = response.headers
    this.#parts = parts
    this.#etag = createHash('sha256').update(Buffer.concat(parts)).digest('base64url').slice(0, 22)
    this.#encoded = earlier !== undefined && earlier.#etag === this.#etag ? earlier.#encoded : new Map()
    this.#spareTime = spareTime
  }

  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { isRush = false, status = this.status }: { readonly isRush?: boolean; readonly status?: number } = {},
  ): Promise<FastifyReply> {
    const encoding = encodingFor(this.#parts, request.headers['accept-encoding'])
    const etag = `"${this.#etag}-${encoding}"`
    // A cookie is somebody's own, whatever page it came with.
    for (const [name, value] of this.headers) if (name !== 'set-cookie') reply.header(name, value)
    reply.header('vary', varyOf(this.headers)).header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    const parts = await this.#encodedAs(encoding)
    return sendParts(reply.status(status), isRush ? [Buffer.concat(parts)] : parts)
  }

  /** The first visitor waits for a quick encoding; whoever comes again makes it worth the smallest one. */
  #encodedAs(encoding: Encoding): Promise<Parts> {
    const known = this.#encoded.get(encoding)
    if (known === undefined) {
      const parts = encode(this.#parts, encoding, 'kept')
      this.#encoded.set(encoding, { parts, isSmallest: encoding !== 'br' })
      return parts
    }
    if (!known.isSmallest) this.#spareTime.take(() => this.#makeSmallest(encoding))
    return known.parts
  }

  async #makeSmallest(encoding: Encoding): Promise<void> {
    const parts = await encode(this.#parts, encoding, 'keptForLong')
    this.#encoded.set(encoding, { parts: Promise.resolve(parts), isSmallest: true })
  }
}
