import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { registerContentApi } from './http/content-api.ts'
import { collectCspReports } from './http/csp-reports.ts'
import { registerHelpApi } from './http/help-api.ts'
import { serveLeadCallbacks } from './http/lead-callbacks.ts'
import { logRequests } from './http/log-requests.ts'
import { PageCache } from './http/page-cache.ts'
import { weighPages } from './http/page-weight.ts'
import { servePgCallbacks } from './http/pg-callback.ts'
import { servePortalService } from './http/portal-service-api.ts'
import { redirectToPublicOrigin } from './http/public-origin.ts'
import { reportErrorsTo, reportUnknownPaths } from './http/report-errors.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { serveAssets } from './http/serve-assets.ts'
import { type RequestHandler, servePages } from './http/serve-pages.ts'
import { registerShopsApi } from './http/shops-api.ts'
import { reportUntrustedProxy } from './http/untrusted-proxy.ts'
import type { Metrics } from './metrics.ts'
import type { Portal } from './portal.ts'

export interface AppOptions {
  readonly portal: Portal
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'answered' | 'viewed'>
  readonly publicOrigin: string
  readonly trustedProxies: readonly string[]
  /** The unguessable segment of the addresses that providers call. */
  readonly callbackToken: string
  /** Built browser files. */
  readonly clientFolder: string
  readonly handlePage: RequestHandler
}

/** The whole web server, not yet listening. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { portal, log, metrics, publicOrigin, trustedProxies, callbackToken, clientFolder, handlePage } = options
  const reportError = reportErrorsTo(log)
  const app: FastifyInstance = Fastify({
    logger: false,
    frameworkErrors: reportError,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: 64 * 1024,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  })
  app.setErrorHandler(reportError)
  reportUnknownPaths(app)
  logRequests(app, { log, answered: metrics.answered })
  reportUntrustedProxy(app, { log, publicOrigin, trustedProxies })
  const isHttps = publicOrigin.startsWith('https:')
  addSecurityHeaders(app, { isHttps })
  redirectToPublicOrigin(app, publicOrigin)

  app.get('/healthz', async () => ({ status: 'alive' }))
  inScope(app, (scope) =>
    collectCspReports(scope, { now: portal.now, reported: (report) => log.warn({ report }, 'csp report') }),
  )
  inScope(app, (scope) => servePgCallbacks(scope, { portal, token: callbackToken }))
  inScope(app, (scope) => serveLeadCallbacks(scope, portal))
  registerContentApi(app, portal)
  registerHelpApi(app, portal)
  registerShopsApi(app, portal)
  inScope(app, (scope) => servePortalService(scope, portal))
  await serveAssets(app, clientFolder)

  const versions = () => `${portal.content.version} ${portal.help.version} ${portal.places.version()}`
  const cache = new PageCache(versions, portal.now)
  const weigh = weighPages(clientFolder, isHttps ? 'https' : 'http')
  const reportBug = (err: unknown) => log.error({ err }, 'unexpected error')
  inScope(app, (scope) =>
    servePages(scope, { portal, handle: handlePage, publicOrigin, cache, weigh, pageViews: metrics, reportBug }),
  )
  return app
}

/** Its content type parsers are its own. */
function inScope(app: FastifyInstance, add: (scope: FastifyInstance) => void): void {
  app.register((scope, _, done) => {
    add(scope)
    done()
  })
}
