import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encode, encodingFor, type Parts } from './encode-body.ts'
import { partsOf, sendParts, varyOf } from './send-parts.ts'

/** Query names that a public page's words depend on. */
const wordNames: ReadonlySet<string> = new Set(['filter', 'sort', 'kind', 'page', 'q', 'place', 'radius'])
/** Query names that other sites add to links and no page of ours reads. */
const strangeName = /^(utm_|fbclid|gclid)/

const freshMs = 60_000
const mostPages = 500

/** A page that is the same for everybody, with every encoding of it that was asked for so far. */
class CachedPage {
  readonly madeAt: number
  readonly #status: number
  readonly #headers: Headers
  readonly #parts: Parts
  readonly #etag: string
  readonly #encoded = new Map<Encoding, Promise<Parts>>()

  constructor(response: Response, parts: Parts, madeAt: number) {
    this.madeAt = madeAt
    this.#status = response.status
    this.#headers = response.headers
    this.#parts = parts
    this.#etag = createHash('sha256').update(Buffer.concat(parts)).digest('base64url').slice(0, 22)
  }

  async send(request: FastifyRequest, reply: FastifyReply, isRush: boolean): Promise<FastifyReply> {
    const encoding = encodingFor(this.#parts, request.headers['accept-encoding'])
    const etag = `"${this.#etag}-${encoding}"`
    // A cookie is somebody's own, whatever page it came with.
    for (const [name, value] of this.#headers) if (name !== 'set-cookie') reply.header(name, value)
    reply.header('vary', varyOf(this.#headers)).header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    const parts = await this.#encodedAs(encoding)
    return sendParts(reply.status(this.#status), isRush ? [Buffer.concat(parts)] : parts)
  }

  #encodedAs(encoding: Encoding): Promise<Parts> {
    const known = this.#encoded.get(encoding)
    if (known !== undefined) return known
    const made = encode(this.#parts, encoding, 'kept')
    this.#encoded.set(encoding, made)
    return made
  }
}

export type CacheAnswer = { readonly page: CachedPage } | { readonly response: Response }

/** Keeps pages that say of themselves that they are public. */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>()
  readonly #versionOf: () => string
  readonly #now: () => number

  /** `versionOf` changes whenever a page may have other words. */
  constructor(versionOf: () => string, now: () => number) {
    this.#versionOf = versionOf
    this.#now = now
  }

  async answer(url: string, render: () => Promise<Response>): Promise<CacheAnswer> {
    const words = keyOf(url)
    if (words === undefined) return { response: await render() }
    const key = `${this.#versionOf()} ${words}`
    const known = this.#pages.get(key)
    if (known !== undefined && this.#now() - known.madeAt < freshMs) return { page: known }

    const response = await render()
    if (!response.headers.get('cache-control')?.startsWith('public')) return { response }
    const page = new CachedPage(response, await partsOf(response), this.#now())
    this.#pages.delete(key)
    this.#pages.set(key, page)
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > mostPages && oldest !== undefined) this.#pages.delete(oldest)
    return { page }
  }
}

/** Undefined when the query says more than which words to show: such a page is somebody's own. */
function keyOf(url: string): string | undefined {
  const at = url.indexOf('?')
  if (at < 0) return url
  const query = [...new URLSearchParams(url.slice(at))].filter(([name]) => !strangeName.test(name))
  if (query.some(([name]) => !wordNames.has(name))) return undefined
  return `${url.slice(0, at)}?${new URLSearchParams(query.sort(([left], [right]) => left.localeCompare(right)))}`
}
