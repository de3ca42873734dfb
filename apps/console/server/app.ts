import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { withVisitorTimeouts } from '@nyanja/database/transaction'
import type { BrowserFiles } from '@nyanja/web/http/browser-files'
import { collectBrowserReports } from '@nyanja/web/http/browser-reports'
import { type Connections, closeConnectionsWhile, type Drain } from '@nyanja/web/http/connections'
import { logRequests, newRequestId } from '@nyanja/web/http/log-requests'
import { pathOf, redirectToPublicOrigin } from '@nyanja/web/http/public-origin'
import { addSecurityHeaders, securityHeaders } from '@nyanja/web/http/security-headers'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { RequestHandler } from 'react-router'
import type { Console } from './console.ts'
import { servePages } from './serve-pages.ts'

export interface AppOptions {
  readonly console: Console
  readonly log: Logger
  readonly origin: string
  readonly clientFolder: string
  readonly browserFiles: BrowserFiles
  readonly handle: RequestHandler
  readonly connections: Connections
  readonly drain: Pick<Drain, 'isDraining'>
}

const askedByMachines = /^\/(healthz|csp-reports|assets|files)\b/

/** Builds the whole web server before it listens. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { log, origin, clientFolder, connections } = options
  const app: FastifyInstance = Fastify({
    logger: false,
    genReqId: newRequestId,
    serverFactory: connections.createServer,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: pathOf,
    routerOptions: { maxParamLength: 200 },
  })
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { statusCode = 500 } = error
    if (statusCode >= 500) log.error({ id: request.id, err: error }, 'unexpected error')
    const text = statusCode >= 500 ? 'Something went wrong' : 'This request cannot be read'
    return reply.status(statusCode).type('text/plain; charset=utf-8').send(text)
  })
  closeConnectionsWhile(app, options.drain)
  logRequests(app, { log, answered: () => {} })
  addSecurityHeaders(app, securityHeaders(origin.startsWith('https:')))
  redirectToPublicOrigin(app, { publicOrigin: origin, askedByMachines })
  app.addHook('preHandler', (_request, _reply, done) => withVisitorTimeouts(done))

  app.get('/healthz', async () => ({ status: 'alive' }))
  app.register((scope, _, done) => {
    collectBrowserReports(scope, {
      now: options.console.now,
      onCsp: (report) => log.warn({ report }, 'csp report'),
    })
    done()
  })
  for (const name of ['assets', 'files'])
    app.register(fastifyStatic, {
      ...{ root: path.join(clientFolder, name), prefix: `/${name}/`, preCompressed: true },
      ...{ decorateReply: false, index: false, maxAge: '1d' },
    })
  app.register((scope, _, done) => {
    servePages(scope, { ...options, reportBug: (err) => log.error({ err }, 'unexpected error') })
    done()
  })
  return app
}
