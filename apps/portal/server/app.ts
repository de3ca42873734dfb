import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { collectCspReports } from './http/csp-reports.ts'
import { redirectToPublicOrigin } from './http/public-origin.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { serveAssets } from './http/serve-assets.ts'
import { PageCache } from './http/page-cache.ts'
import { type RequestHandler, servePages } from './http/serve-pages.ts'
import type { Portal } from './portal.ts'

export interface AppOptions {
  readonly portal: Portal
  readonly logger: FastifyBaseLogger
  readonly publicOrigin: string
  readonly trustedProxies: readonly string[]
  /** Built browser files. */
  readonly clientFolder: string
  readonly handlePage: RequestHandler
  readonly now: () => number
}

/** The whole web server, not yet listening. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { portal, logger, publicOrigin, trustedProxies, clientFolder, handlePage, now } = options
  const app = Fastify({
    loggerInstance: logger,
    disableRequestLogging: true,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 200 },
  })
  addSecurityHeaders(app, { isHttps: publicOrigin.startsWith('https:') })
  redirectToPublicOrigin(app, publicOrigin)
  app.get('/healthz', async () => ({ status: 'alive' }))
  await app.register(async (scope) => collectCspReports(scope, { now, reported: (report) => logger.warn({ report }, 'csp report') }))
  await serveAssets(app, clientFolder)
  const cache = new PageCache(() => portal.content.version, now)
  await app.register(async (scope) => servePages(scope, { portal, handle: handlePage, publicOrigin, cache }))
  return app
}
