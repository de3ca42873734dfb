import { languageOfPath, languagePrefixOf, type SiteLanguages, toLanguagePrefix } from '@nyanja/domain/texts/language'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FailureName } from '../../../contract/failures.ts'
import { failed, send } from '../api/api-answer.ts'
import { CacheablePage, SpareTime } from './page-cache.ts'
import { readBody } from './page-weight.ts'

/** Answers in place of a page that cannot be shown. */
const notices = {
  /** The notice that so many visitors are here that this one has to retry. */
  busy: { status: 503, retryAfter: 5, failure: 'overloaded' },
  /** An external system that the page needs does not answer. */
  away: { status: 503, retryAfter: 30, failure: 'unavailable' },
  notFound: { status: 404, retryAfter: undefined, failure: 'not_found' },
  /** The market does not sell what the page is for. */
  notOffered: { status: 404, retryAfter: undefined, failure: 'not_offered' },
} as const satisfies Record<string, { status: number; retryAfter: number | undefined; failure: FailureName }>

export type NoticeName = keyof typeof notices

export interface Notices {
  send(request: FastifyRequest, reply: FastifyReply, name: NoticeName): Promise<FastifyReply>
}

export interface NoticesOptions {
  /** Renders the page at a path of the portal, as a visitor without cookies sees it. */
  readonly render: (path: string) => Promise<Response>
  /** The version changes whenever a page may have other texts. */
  readonly versionOf: () => string
  readonly languages: SiteLanguages
}

/** Paths whose answers are envelopes. All other paths are pages. */
export const isForMachines = (url: string) => /^\/(orp\/bfe|auth|api|cms)(\/|$|\?)/.test(url)

/** A script reads the answer, and shows no page. */
const isForScript = ({ headers }: FastifyRequest) => headers['sec-fetch-dest'] === 'empty'

const paymentPath = /^\/(payment|pay-me)(\/|$|\?)/

/** What the visitor was about to do, which the notice refers to. */
function stepOf({ method, url }: FastifyRequest): 'page' | 'form' | 'payment' {
  if (paymentPath.test(url.slice(languagePrefixOf(url).length))) return 'payment'
  return method === 'POST' ? 'form' : 'page'
}

function pathOf(request: FastifyRequest, name: NoticeName, languages: SiteLanguages): string {
  const prefix = toLanguagePrefix(languageOfPath(request.url, languages), languages)
  if (name === 'notFound') return `${prefix}/page-not-found`
  if (name === 'notOffered') return `${prefix}/page-not-found?why=not-offered`
  return `${prefix}/service-unavailable?why=${name}&step=${stepOf(request)}&seconds=${notices[name].retryAfter}`
}

/**
 * The notices are rendered once for each language and version of the texts, so that a flood of them costs next to
 * nothing.
 */
export function createNotices({ render, versionOf, languages }: NoticesOptions): Notices {
  const spareTime = new SpareTime()
  const kept = new Map<string, Promise<CacheablePage>>()
  let version = ''

  function pageAt(path: string): Promise<CacheablePage> {
    if (version !== versionOf()) kept.clear()
    version = versionOf()
    const page = kept.get(path) ?? draw(path)
    kept.set(path, page)
    page.catch(() => kept.delete(path))
    return page
  }

  async function draw(path: string): Promise<CacheablePage> {
    const response = await render(path)
    return new CacheablePage(response, await readBody(response), { madeAt: 0, spareTime })
  }

  return {
    async send(request, reply, name) {
      const { status, retryAfter, failure } = notices[name]
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
      if (isForMachines(request.url) || isForScript(request)) return send(reply, failed(failure))
      const page = await pageAt(pathOf(request, name, languages)).catch(() => undefined)
      if (page === undefined) return reply.status(status).type('text/plain; charset=utf-8').send('Please try again')
      await page.send(request, reply, { status })
      return reply
    },
  }
}
