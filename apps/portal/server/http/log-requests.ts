import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

export interface LogRequestsOptions {
  readonly log: Logger
  readonly answered: (request: { method: string; status: number; seconds: number }) => void
}

/** Ids open payments to whoever has them, and queries are the visitor's own. */
function patternOf(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/\/[0-9A-HJKMNP-TV-Z]{26}(?=\/|$)/g, '/:id')
}

export function logRequests(app: FastifyInstance, { log, answered }: LogRequestsOptions): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    const seconds = reply.elapsedTime / 1000
    answered({ method, status: reply.statusCode, seconds })
    log.info({
      id: request.id,
      method,
      path: patternOf(url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}
