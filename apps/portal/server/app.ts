import { withVisitorTimeouts } from '@nyanja/database/transaction'
import type { Metrics } from '@nyanja/server/metrics/metrics'
import type { BrowserFiles } from '@nyanja/web/http/browser-files'
import { collectBrowserReports } from '@nyanja/web/http/browser-reports'
import { type Connections, closeConnectionsWhile, type Drain } from '@nyanja/web/http/connections'
import { logRequests, newRequestId } from '@nyanja/web/http/log-requests'
import { pathOf, redirectToPublicOrigin } from '@nyanja/web/http/public-origin'
import { addSecurityHeaders, securityHeaders } from '@nyanja/web/http/security-headers'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type Admission, admitRequests } from './http/admission.ts'
import { findClientAmong } from './http/api/api-serve.ts'
import { registerContentApi } from './http/api/content-api.ts'
import { registerHelpApi } from './http/api/help-api.ts'
import { servePortalService } from './http/api/portal-service-api.ts'
import { registerShopsApi } from './http/api/shops-api.ts'
import { createNotices } from './http/pages/notices.ts'
import { PageCache } from './http/pages/page-cache.ts'
import { weighPages } from './http/pages/page-weight.ts'
import { type AssetsOptions, serveAssets } from './http/pages/serve-assets.ts'
import { serveMapTiles } from './http/pages/serve-map-tiles.ts'
import { createDrawPage, type RequestHandler, servePages } from './http/pages/serve-pages.ts'
import { reportErrors, reportUnknownPaths } from './http/report-errors.ts'
import { createClassify } from './http/request-class.ts'
import { reportUntrustedProxy } from './http/untrusted-proxy.ts'
import { serveLeadCallbacks } from './http/webhooks/lead-callbacks.ts'
import { servePgCallbacks } from './http/webhooks/pg-callback.ts'
import type { Portal } from './portal.ts'

export interface AppOptions {
  readonly portal: Portal
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'recordRequest' | 'countRefusal' | 'countView'>
  readonly publicOrigin: string
  readonly trustedProxies: readonly string[]
  /** Providers call addresses with these unguessable segments: the current one comes first. */
  readonly callbackTokens: readonly string[]
  readonly assets: AssetsOptions
  readonly browserFiles: BrowserFiles
  readonly handlePage: RequestHandler
  readonly connections: Connections
  readonly admission: Admission
  readonly drain: Pick<Drain, 'isDraining'>
}

/** Providers and monitors call these paths under any host name. */
const askedByMachines = /^\/(healthz|api|orp|auth|cms|csp-reports|script-errors|assets|files)\b/

/** Builds the whole web server before it listens. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { portal, log, metrics, publicOrigin, trustedProxies, callbackTokens, assets, handlePage } = options
  const { connections, admission, drain } = options
  const isHttps = publicOrigin.startsWith('https:')
  const headers = securityHeaders(isHttps)
  const { content, help, places, incident } = portal
  const versions = () => [content.version, help.version, places.version(), incident.version()].join(' ')
  const draw = createDrawPage({
    portal,
    handle: handlePage,
    browserFiles: options.browserFiles,
    weigh: weighPages(assets.buildFolder, isHttps ? 'https' : 'http'),
    reportBug: (err) => log.error({ err }, 'unexpected error'),
  })
  const render = (path: string) => draw(new Request(publicOrigin + path), '')
  const notices = createNotices({ render, versionOf: versions, languages: portal.market.languages })
  const reportError = reportErrors({ log, notices, headers })
  const app: FastifyInstance = Fastify({
    logger: false,
    genReqId: newRequestId,
    frameworkErrors: reportError,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: 64 * 1024,
    serverFactory: connections.createServer,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: pathOf,
    routerOptions: { maxParamLength: 200 },
  })
  app.setErrorHandler(reportError)
  reportUnknownPaths(app)
  closeConnectionsWhile(app, drain)
  logRequests(app, { log, answered: metrics.recordRequest, routeOf: handlePage.routeOf })
  reportUntrustedProxy(app, { log, publicOrigin, trustedProxies })
  addSecurityHeaders(app, headers)
  const classify = createClassify({
    isIssued: (id) => portal.issuedIds.isIssued(id),
    findClient: findClientAmong(portal.apiKeys),
    callbackTokens: [...callbackTokens, ...(portal.leadWebhook?.tokens ?? [])],
  })
  admitRequests(app, { admission, classify, notices, refused: metrics.countRefusal })
  redirectToPublicOrigin(app, { publicOrigin, askedByMachines })
  app.addHook('preHandler', (_request, _reply, done) => withVisitorTimeouts(done))

  app.get('/healthz', async () => ({ status: 'alive' }))
  inScope(app, (scope) =>
    collectBrowserReports(scope, {
      now: portal.now,
      onCsp: (report) => log.warn({ report }, 'csp report'),
      onScriptError: (report) => log.warn({ report }, 'script error'),
    }),
  )
  inScope(app, (scope) => servePgCallbacks(scope, { portal, tokens: callbackTokens }))
  inScope(app, (scope) => serveLeadCallbacks(scope, portal))
  registerContentApi(app, portal)
  registerHelpApi(app, portal)
  registerShopsApi(app, portal)
  inScope(app, (scope) => servePortalService(scope, portal))
  if (portal.map.archive !== undefined) serveMapTiles(app, portal.map.archive)
  inScope(app, (scope) => serveAssets(scope, { ...assets, look: portal.market.look }))

  const cache = new PageCache(versions, portal.now)
  inScope(app, (scope) => servePages(scope, { draw, portal, publicOrigin, cache, pageViews: metrics }))
  return app
}

/** Registers routes in a scope with content type parsers of its own. */
function inScope(app: FastifyInstance, add: (scope: FastifyInstance) => void): void {
  app.register((scope, _, done) => {
    add(scope)
    done()
  })
}
