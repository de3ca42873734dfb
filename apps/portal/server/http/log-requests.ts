import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { loggedPath, withoutQuery } from './logged-path.ts'

export interface LogRequestsOptions {
  readonly log: Logger
  readonly answered: (request: { method: string; status: number; route: string; seconds: number }) => void
  /** The pattern of the page that an address belongs to. */
  readonly routeOf?: ((pathname: string) => string) | undefined
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])

export function logRequests(app: FastifyInstance, { log, answered, routeOf }: LogRequestsOptions): void {
  /** There are as many as the server has, whatever callers ask for. */
  function patternOf({ url, routeOptions }: FastifyRequest): string {
    const pattern = routeOptions.url ?? 'none'
    return pattern === '/*' && routeOf !== undefined ? routeOf(withoutQuery(url)) : pattern
  }

  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const seconds = reply.elapsedTime / 1000
    const route = patternOf(request)
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
