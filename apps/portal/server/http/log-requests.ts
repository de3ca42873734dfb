import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { loggedPath } from './logged-path.ts'

export interface LogRequestsOptions {
  readonly log: Logger
  readonly answered: (request: { method: string; status: number; seconds: number }) => void
}

function pathOf({ url, routeOptions: { url: pattern } }: FastifyRequest): string {
  return pattern === undefined || pattern.endsWith('*') ? loggedPath(url) : pattern
}

export function logRequests(app: FastifyInstance, { log, answered }: LogRequestsOptions): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const seconds = reply.elapsedTime / 1000
    answered({ method, status: reply.statusCode, seconds })
    log.info({
      id: request.id,
      method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}
