import { PortalError } from '@nyanja/server/common/errors'
import { LRUCache } from 'lru-cache'
import {
  createRequestHandler,
  matchRoutes,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { RequestHandler } from './serve-pages.ts'

/** Addresses are many, pages are few: beyond this number, the oldest address is matched again. */
const mostRemembered = 1000

function treeOf(routes: ServerBuild['routes'], parent?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (route === undefined || route.parentId !== parent) return []
    const { id, path } = route
    return [route.index ? { id, path, index: true } : { id, path, children: treeOf(routes, id) }]
  })
}

const only = <Route>(routes: Readonly<Record<string, Route>>, ids: readonly string[]) =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)))

function handlerOf(ids: readonly string[], { assets, routes, ...build }: ServerBuild): RequestHandler {
  const known = { ...assets, routes: only(assets.routes, ids) }
  return createRequestHandler({ ...build, assets: known, routes: only(routes, ids) }, 'production')
}

/**
 * React Router walks all routes of a build several times for each page that it renders. A handler that has only the
 * routes of one page has nothing to walk.
 */
export function handlePages(build: ServerBuild): RequestHandler {
  const tree = treeOf(build.routes)
  const handleAny = createRequestHandler(build, 'production')
  const byRoutes = new Map<string, RequestHandler>()
  const byAddress = new LRUCache<string, RequestHandler>({ max: mostRemembered })
  const patterns = new LRUCache<string, string>({ max: mostRemembered })

  function found(address: string): RequestHandler {
    const matches = matchRoutes(tree, address)
    if (matches === null) return handleAny
    const ids = matches.flatMap(({ route: { id } }) => id ?? [])
    const handler = byRoutes.get(ids.join()) ?? handlerOf(ids, build)
    byRoutes.set(ids.join(), handler)
    return handler
  }

  function routeOf(pathname: string): string {
    const known = patterns.get(pathname)
    if (known !== undefined) return known
    const matches = matchRoutes(tree, pathname) ?? []
    const pattern = `/${matches.flatMap(({ route: { path } }) => path || []).join('/')}`
    patterns.set(pathname, pattern)
    return pattern
  }

  async function handle(request: Request, context: RouterContextProvider): Promise<Response> {
    const { pathname } = new URL(request.url)
    // React Router would answer with the data of the page, in a format for its own script.
    if (pathname.endsWith('.data')) throw new PortalError('not_found', 'Pages have no data addresses')
    const handler = byAddress.get(pathname) ?? found(pathname)
    byAddress.set(pathname, handler)
    return handler(request, context)
  }
  return Object.assign(handle, { routeOf })
}
