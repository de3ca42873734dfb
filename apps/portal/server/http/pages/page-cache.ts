import { createHash } from 'node:crypto'
import type { ChoiceName } from '@nyanja/domain/page-links'
import { languagePrefixOf } from '@nyanja/domain/texts/language'
import { minute } from '@nyanja/domain/time'
import { type Encoding, encode, encodingFor } from '@nyanja/web/http/encode-body'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { readBody, varyOf } from './page-weight.ts'

/** Background work, one job at a time, so that requests have the threads that they need. */
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

/** A public page, with every encoding of it that was requested so far. */
export class CacheablePage {
  readonly madeAt: number
  readonly status: number
  readonly headers: Headers
  readonly #body: Buffer
  readonly #etag: string
  readonly #encoded: Map<Encoding, Encoded>
  readonly #spareTime: SpareTime

  /** `earlier` is the previous page at this address: unchanged content need not be compressed again. */
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
    // A cookie belongs to one visitor, so a shared page never carries one.
    for (const [name, value] of this.headers) if (name !== 'set-cookie') reply.header(name, value)
    reply.header('vary', varyOf(this.headers)).header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.status(status).send(await this.#encodedAs(encoding))
  }

  /** The first visitor waits for a quick encoding; a second request makes the smallest one worthwhile. */
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

/** Cacheable pages, by their paths without a language, and the query choices that each depends on. */
const namesByPath: Readonly<Record<string, readonly ChoiceName[]>> = {
  '/': [],
  '/about': [],
  '/contact-us': [],
  '/give_your_feedback': [],
  '/more-nyanja-money': [],
  '/privacy': [],
  '/site-map': [],
  '/robots.txt': [],
  '/sitemap.xml': [],
  '/service-status': [],
  '/prepaid-recharge': ['filter', 'kind'],
  '/postpaid-bill-pay': [],
  '/data-bundle': [],
  '/broadband-recharge': [],
  '/orp/fixed-internet': [],
  '/home-internet': [],
  '/table': ['kind', 'filter', 'sort', 'page'],
  '/table/bundles.csv': ['kind', 'filter', 'sort'],
  '/storeLocator': ['kind', 'radius'],
  '/openNetworks': ['filter'],
  '/openNetworks/spot': [],
  '/gethelp': [],
  '/hbb-lead-status': [],
}

/** Pages of entries, of which there are many; a page that is not found is not cached anyway. */
const pathsOfMany = /^\/(gethelp\/[a-z\d-]+(\/[a-z\d-]+)?|storeLocator\/[\w-]+|map\/basemap\/[\w.-]+)$/

/** Query names that other sites add to links and no page of ours reads. */
const strangeName = /^(utm_|fbclid|gclid)/
const plainValue = /^-?\w[\w-]{0,30}$/

/**
 * The answer to an address is cached under this key. It is undefined for an address with any other parameter, since
 * such a page belongs to one visitor; with typed text; and in any spelling but the canonical one.
 */
function keyOfKept(url: string): string | undefined {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const names = namesOf(path.slice(languagePrefixOf(path).length) || '/')
  if (names === undefined || at < 0) return names && path
  const query = [...new URLSearchParams(url.slice(at))].filter(([name]) => !strangeName.test(name)).sort()
  const isKept = ([name, value]: [string, string], row: number) =>
    names.includes(name) && plainValue.test(value) && query[row - 1]?.[0] !== name
  if (!query.every(isKept)) return undefined
  return query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`
}

function namesOf(path: string): readonly string[] | undefined {
  if (Object.hasOwn(namesByPath, path)) return namesByPath[path]
  return pathsOfMany.test(path) ? [] : undefined
}

const freshMs = minute
const mostPages = 500

type CacheAnswer = { readonly page: CacheablePage } | { readonly response: Response }

/** Caches pages that are marked public. */
export class PageCache {
  readonly #pages = new LRUCache<string, CacheablePage>({ max: mostPages })
  readonly #spareTime = new SpareTime()
  readonly #versionOf: () => string
  readonly #now: () => number

  /** `versionOf` changes whenever a page may have other texts. */
  constructor(versionOf: () => string, now: () => number) {
    this.#versionOf = versionOf
    this.#now = now
  }

  async answer(url: string, render: () => Promise<Response>): Promise<CacheAnswer> {
    const address = keyOfKept(url)
    if (address === undefined) return { response: await render() }
    const key = `${this.#versionOf()} ${address}`
    const known = this.#pages.get(key)
    if (known !== undefined && this.#now() - known.madeAt < freshMs) return { page: known }

    const response = await render()
    const isKept = response.status === 200 && response.headers.get('cache-control')?.startsWith('public')
    if (!isKept) return { response }
    const body = await readBody(response)
    const made = { madeAt: this.#now(), spareTime: this.#spareTime, ...(known && { earlier: known }) }
    const page = new CacheablePage(response, body, made)
    this.#pages.set(key, page)
    return { page }
  }
}
