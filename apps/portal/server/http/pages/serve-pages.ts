import { performance } from 'node:perf_hooks'
import { PortalError } from '@nyanja/domain/errors'
import { onceMore, pageName } from '@nyanja/domain/page-links'
import { isOffered } from '@nyanja/domain/payments/journeys'
import { languageOfPath, type SiteLanguages } from '@nyanja/domain/texts/language'
import type { PageView, PageViews } from '@nyanja/server/metrics/metrics'
import type { BrowserFiles } from '@nyanja/web/http/browser-files'
import { composeForm } from '@nyanja/web/http/compose-form'
import { encode, encodingFor } from '@nyanja/web/http/encode-body'
import { withoutQuery } from '@nyanja/web/http/log-requests'
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { RouterContextProvider } from 'react-router'
import {
  browserFilesContext,
  bugContext,
  clientIpContext,
  htmlContext,
  pageWeigherContext,
  portalContext,
  type Weigh,
} from '../../../app/portal-context.ts'
import type { Portal } from '../../portal.ts'
import type { PageCache } from './page-cache.ts'
import { keepHtml, readBody, varyOf } from './page-weight.ts'
import { rememberLanguage } from './remembered-language.ts'

/**
 * The window is long enough that no single page fills it, and short enough to notice a thousand visitors at once soon.
 */
const lookEveryMs = 250
/** Share of the time without a pause from which on visitors wait for each other. */
const full = 0.9

/**
 * Tells whether this process has had hardly a pause in the last quarter of a second: then less work per visitor serves
 * more of them.
 */
export function watchForRush(now: () => number, utilisation = performance.eventLoopUtilization): () => boolean {
  let seen = utilisation()
  let lookedAt = now()
  let isRush = false
  return () => {
    if (now() - lookedAt < lookEveryMs) return isRush
    const current = utilisation()
    isRush = utilisation(current, seen).utilization > full
    seen = current
    lookedAt = now()
    return isRush
  }
}

export interface RequestHandler {
  (request: Request, context: RouterContextProvider): Promise<Response>
  /** Finds the pattern of the page that a path belongs to: there are as many as pages. */
  readonly routeOf?: (pathname: string) => string
}

export interface PagesOptions {
  readonly portal: Portal
  readonly handle: RequestHandler
  readonly weigh: Weigh
  readonly browserFiles: BrowserFiles
  /** Receives every thrown error that is unknown. */
  readonly reportBug: (error: unknown) => void
}

/**
 * Renders a page for a visitor at an address. Throws a known error when the page could not be rendered because of it.
 */
export type DrawPage = (request: Request, clientIp: string) => Promise<Response>

export interface ServePagesOptions {
  readonly draw: DrawPage
  readonly portal: Pick<Portal, 'market' | 'now'>
  /** Scheme and host of links in pages; the Host header is never believed. */
  readonly publicOrigin: string
  readonly cache: PageCache
  readonly pageViews: PageViews
}

const bodyLimit = 64 * 1024

/** The page for several numbers, in any language; its data has a suffix. */
const takesFile = (url: string) => /^(?:\/[a-z]{2,3})?\/prepaid-recharge\/several(?:\.data)?(?:\?|$)/i.test(url)

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/**
 * A page for a visitor with one of our cookies may be private; cookies of others on the same machine or domain change
 * nothing.
 */
const bringsOurCookie = ({ headers }: FastifyRequest) => headers.cookie?.includes('__Host-') ?? false

/**
 * Links, ELinks and Dillo do not ask again for a page that they have shown, and a form may lead back to one that has
 * changed.
 */
const showsFromMemory = ({ headers }: FastifyRequest) => /\b(E?Links|Dillo)\b/.test(headers['user-agent'] ?? '')

/** All headers that a page may depend on. The rest would only be copied. */
const headersOfPages = ['content-type', 'cookie', 'origin']

function requestFrom(request: FastifyRequest, publicOrigin: string): Request {
  const headers: Record<string, string> = {}
  for (const name of headersOfPages) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  const { body } = request
  // A HEAD is answered with the headers of the whole page.
  const method = isRead(request) ? 'GET' : request.method
  const sent = Buffer.isBuffer(body) && method !== 'GET' ? new Uint8Array(body) : undefined
  return new Request(publicOrigin + request.url, { method, headers, ...(sent === undefined ? {} : { body: sent }) })
}

interface Sending {
  readonly acceptEncoding: string | undefined
  readonly isRush: boolean
  /** The cookie that goes along, so that no cache on the way may keep the page. */
  readonly cookie?: string | undefined
}

const isCompressed = ({ headers }: Response) => headers.get('content-type') === 'application/pdf'

async function answer(reply: FastifyReply, response: Response, sending: Sending): Promise<FastifyReply> {
  reply.status(response.status)
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  const body = await readBody(response)
  if (body.length === 0) return reply.send('')
  const encoding = isCompressed(response) ? 'identity' : encodingFor(body, sending.acceptEncoding)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const effort = sending.isRush ? 'onceInARush' : 'once'
  return reply.header('vary', varyOf(response.headers)).send(await encode(body, encoding, effort))
}

/** Tells whether an error is not-found or temporary; anything else that a page throws is a bug. */
const hasName = (error: unknown): error is PortalError =>
  error instanceof PortalError && (error.status === 404 || error.status > 500)

export function createDrawPage({ portal, handle, weigh, browserFiles, reportBug }: PagesOptions): DrawPage {
  return async (request, clientIp) => {
    const { pathname } = new URL(request.url)
    // The page of an address in an unusual spelling is known by its route.
    if (!isOffered(handle.routeOf?.(pathname) ?? pathname, portal.market))
      throw new PortalError('not_offered', 'The market does not sell what this page is for')
    let named: PortalError | undefined
    const context = new RouterContextProvider()
    context.set(portalContext, portal)
    context.set(bugContext, (error) => {
      if (hasName(error)) named = error
      else reportBug(error)
    })
    context.set(clientIpContext, clientIp)
    context.set(pageWeigherContext, weigh)
    context.set(browserFilesContext, browserFiles)
    context.set(htmlContext, keepHtml)
    const response = await handle(request, context)
    if (named !== undefined && response.status >= 500) throw named
    return response
  }
}

/** Serves every address that is no API: pages, their forms and their data. */
export function servePages(app: FastifyInstance, options: ServePagesOptions): void {
  const { draw, portal, publicOrigin, cache, pageViews } = options
  const isRush = watchForRush(portal.now)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit },
    (_, body, done) => {
      done(null, composeForm(body))
    },
  )
  // A list of numbers may come as a file. React Router parts the body; no other page takes one.
  app.addContentTypeParser<Buffer>('multipart/form-data', { parseAs: 'buffer', bodyLimit }, (request, body, done) => {
    if (takesFile(request.url)) done(null, body)
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('multipart/form-data'))
  })
  const render = (request: FastifyRequest) => draw(requestFrom(request, publicOrigin), request.ip)

  function note(request: FastifyRequest, shown: Pick<Response, 'status' | 'headers'>): void {
    const view = viewOf(request, shown, portal.market)
    if (view !== undefined) pageViews.countView(view)
  }

  async function answerAnew(request: FastifyRequest, reply: FastifyReply, sending: Sending): Promise<FastifyReply> {
    const response = await render(request)
    note(request, response)
    const leadsTo = response.headers.get('location')
    if (leadsTo?.startsWith('/') && showsFromMemory(request))
      response.headers.set('location', onceMore(leadsTo, portal.now()))
    if (sending.cookie !== undefined) {
      response.headers.append('set-cookie', sending.cookie)
      response.headers.set('cache-control', 'no-store')
    }
    return answer(reply, response, sending)
  }

  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/*',
    handler: async (request, reply) => {
      const sending = { acceptEncoding: request.headers['accept-encoding'], isRush: isRush() }
      if (!isRead(request)) return answerAnew(request, reply, sending)

      const { cookie, redirect } = rememberLanguage(request, { publicOrigin, languages: portal.market.languages })
      if (redirect !== undefined)
        return reply.headers({ 'cache-control': 'no-store', vary: 'cookie' }).redirect(redirect, 302)
      if (cookie !== undefined || bringsOurCookie(request)) return answerAnew(request, reply, { ...sending, cookie })

      const cached = await cache.answer(request.url, () => render(request))
      note(request, 'response' in cached ? cached.response : cached.page)
      return 'response' in cached ? answer(reply, cached.response, sending) : cached.page.send(request, reply)
    },
  })
}

interface Named {
  readonly opco: string
  readonly languages: SiteLanguages
}

interface ViewedRequest {
  readonly method: string
  readonly url: string
}

/** Finds the page that an answer shows, if it shows one. */
export function viewOf(
  request: ViewedRequest,
  answer: { readonly status: number; readonly headers: Headers },
  market: Named,
): PageView | undefined {
  const kind = answer.headers.get('content-type') ?? ''
  if (request.method !== 'GET' || answer.status !== 200 || !kind.startsWith('text/html')) return undefined
  const path = withoutQuery(request.url)
  // An address has endless spellings, and each would be counted separately.
  if (path.includes('%')) return undefined
  const { opco, languages } = market
  return {
    page: pageName(opco, path),
    language: languageOfPath(path, languages),
  }
}
