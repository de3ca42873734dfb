import { randomUUID } from 'node:crypto'
import { withRequestId } from '@nyanja/server/common/log'
import { beginRequest, type RequestSpan } from '@nyanja/server/common/tracing'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

const longest = 256
/** The number of encodings of an address that are undone; each hides what the one below would show. */
const mostEncodings = 5

function decoded(path: string): string {
  let text = path
  for (let round = 0; round < mostEncodings && text.includes('%'); round += 1)
    text = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return text
}

export const withoutQuery = (url: string) => url.replace(/[?#].*$/s, '')

/** The part of an address that may be logged: ids and tokens open things to anyone who has them. */
export function loggedPath(url: string): string {
  const path = withoutQuery(decoded(withoutQuery(url)))
    .replace(/(\/(?:pay-me|payment\/status)\/+)[^/]*(\/state)?.*/is, '$1:id$2')
    .replace(/\/[0-9A-HJKMNP-TV-Z]{26,}/g, '/:id')
    .replace(/notify.*/is, 'notify/:token')
    .replace(/[^/]*@[^/]*/g, ':mail')
  return path.length > longest ? `${path.slice(0, longest)}…` : path
}

interface LogRequestsOptions {
  readonly log: Logger
  readonly answered: (request: { method: string; status: number; route: string; seconds: number }) => void
  /** The pattern of the page that an address belongs to. */
  readonly routeOf?: ((pathname: string) => string) | undefined
}

const letterOf: Readonly<Record<string, string>> = Object.fromEntries([...'ghijklmnop'].entries())

/** Makes an id without digits, which logs would mask. */
export function newRequestId(): string {
  return randomUUID()
    .replaceAll('-', '')
    .replace(/\d/g, (digit) => letterOf[digit] ?? '')
    .slice(0, 16)
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

export function logRequests(app: FastifyInstance, { log, answered, routeOf }: LogRequestsOptions): void {
  /** Finds the pattern for the log: there are as many as routes, for any number of addresses. */
  function patternOf({ url, routeOptions }: FastifyRequest): string {
    const pattern = routeOptions.url ?? 'none'
    return pattern === '/*' && routeOf !== undefined ? routeOf(withoutQuery(url)) : pattern
  }

  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  app.addHook('onRequest', (request, _, done) => {
    spans.set(request, beginRequest(request.headers))
    withRequestId(request.id, done)
  })
  // The body was read meanwhile in the context of the connection, so the request's own context is entered again.
  app.addHook('preHandler', (request, _, done) => withRequestId(request.id, () => spans.get(request)?.run(done)))

  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const seconds = reply.elapsedTime / 1000
    const route = patternOf(request)
    spans.get(request)?.end({ name: `${method} ${route}`, status: reply.statusCode })
    answered({ method: methods.has(method) ? method : 'other', status: reply.statusCode, route, seconds })
    log.info({
      id: request.id,
      method,
      path: loggedPathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}

function loggedPathOf({ url, routeOptions: { url: pattern } }: FastifyRequest): string {
  return pattern === undefined || pattern.endsWith('*') ? loggedPath(url) : pattern
}
