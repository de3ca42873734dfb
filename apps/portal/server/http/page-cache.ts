import { minute } from '@nyanja/domain/time'
import { LRUCache } from 'lru-cache'
import { CacheablePage, SpareTime } from './cacheable-page.ts'
import { keyOfKept } from './cacheable-pages.ts'
import { readBody } from './page-body.ts'

const freshMs = minute
const mostPages = 500

export type CacheAnswer = { readonly page: CacheablePage } | { readonly response: Response }

/** Keeps pages that say of themselves that they are public. */
export class PageCache {
  readonly #pages = new LRUCache<string, CacheablePage>({ max: mostPages })
  readonly #spareTime = new SpareTime()
  readonly #versionOf: () => string
  readonly #now: () => number

  /** `versionOf` changes whenever a page may have other words. */
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
