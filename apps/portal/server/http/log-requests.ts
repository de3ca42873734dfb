import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

export interface LogRequestsOptions {
  readonly log: Logger
  readonly answered: (request: { method: string; status: number; seconds: number }) => void
}

/** Ids and tokens open things to whoever has them, and queries are the visitor's own. */
function patternOf({ url, routeOptions }: FastifyRequest): string {
  const pattern = routeOptions.url
  if (pattern !== undefined && !pattern.endsWith('*')) return pattern
  return url
    .replace(/[?#].*$/s, '')
    .replace(/(\/(?:pay-me|payment\/status)\/+)[^/]*(\/state)?.*/is, '$1:id$2')
    .replace(/\/[0-9A-HJKMNP-TV-Z]{26,}/g, '/:id')
    .replace(/notify.*/is, 'notify/:token')
}

export function logRequests(app: FastifyInstance, { log, answered }: LogRequestsOptions): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const seconds = reply.elapsedTime / 1000
    answered({ method, status: reply.statusCode, seconds })
    log.info({
      id: request.id,
      method,
      path: patternOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}
