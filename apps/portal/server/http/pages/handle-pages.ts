import { PortalError } from '@nyanja/domain/errors'
import {
  type LanguagePrefix,
  languagePrefixOf,
  type SiteLanguages,
  toLanguagePrefix,
} from '@nyanja/domain/texts/language'
import { LRUCache } from 'lru-cache'
import {
  createContext,
  createRequestHandler,
  data,
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

type PageRoute = NonNullable<ServerBuild['routes'][string]>

/** What the loaders of a page returned, by the id of their route. */
const loaderDataContext = createContext<Map<string, unknown>>()

const hasInit = (result: unknown): result is ReturnType<typeof data> =>
  typeof result === 'object' && result !== null && 'type' in result && result.type === 'DataWithResponseInit'

function keepLoaderData(route: PageRoute): PageRoute {
  const { loader, default: component } = route.module
  if (loader === undefined || component === undefined) return route
  const keep: typeof loader = async (given) => {
    const result = await loader(given)
    if (result instanceof Response) return result
    given.context.get(loaderDataContext).set(route.id, hasInit(result) ? result.data : result)
    return hasInit(result) ? data(null, result.init ?? undefined) : null
  }
  return { ...route, module: { ...route.module, loader: keep } }
}

/**
 * React Router encodes what loaders return for its own script, which no page of the portal runs and which takes a tenth
 * of a page's time. It is handed nothing to encode, and the renderer gets the data from the request's context.
 */
function withoutEncodedData({ routes, entry, ...build }: ServerBuild): ServerBuild {
  const render: typeof entry.module.default = (...[request, status, headers, context, given]) => {
    const kept = given.get(loaderDataContext)
    const { loaderData } = context.staticHandlerContext
    const ids = Object.keys(loaderData)
    const known = Object.fromEntries(ids.map((id) => [id, kept.has(id) ? kept.get(id) : loaderData[id]]))
    const staticHandlerContext = { ...context.staticHandlerContext, loaderData: known }
    return entry.module.default(request, status, headers, { ...context, staticHandlerContext }, given)
  }
  return {
    ...build,
    entry: { module: { ...entry.module, default: render } },
    routes: Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, route && keepLoaderData(route)])),
  }
}

const only = <Route>(routes: Readonly<Record<string, Route>>, ids: readonly string[]) =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)))

function handlerOf(ids: readonly string[], { assets, routes, ...build }: ServerBuild): RequestHandler {
  const known = { ...assets, routes: only(assets.routes, ids) }
  return createRequestHandler({ ...build, assets: known, routes: only(routes, ids) }, 'production')
}

/** The prefix precedes the path of each page that there is in every language, as `routes.ts` writes it. */
const languageSegment = /^:language\?\/?/

/**
 * Returns the same routes with a language's prefix in place of the segment of the language: what is left is matched
 * exactly.
 */
function withLanguagePrefix<Route extends { readonly path?: string | undefined }>(
  routes: Readonly<Record<string, Route | undefined>>,
  prefix: LanguagePrefix,
) {
  const pathIn = (path: string) => [prefix.slice(1), path.replace(languageSegment, '')].filter(Boolean).join('/')
  return Object.fromEntries(
    Object.entries(routes).flatMap(([id, route]): [string, Route][] => {
      if (route === undefined) return []
      if (route.path === undefined || !languageSegment.test(route.path)) return [[id, route]]
      return [[id, { ...route, path: pathIn(route.path) }]]
    }),
  )
}

/**
 * React Router walks all routes of a build several times for each page that it renders. A handler that has only the
 * routes of one page has nothing to walk.
 */
function handlePagesIn(prefix: LanguagePrefix, { assets, routes, ...rest }: ServerBuild) {
  const build: ServerBuild = {
    ...rest,
    assets: { ...assets, routes: withLanguagePrefix(assets.routes, prefix) },
    routes: withLanguagePrefix(routes, prefix),
  }
  const tree = treeOf(build.routes)
  const handleAny = createRequestHandler(build, 'production')
  const byRoutes = new Map<string, RequestHandler>()
  return (address: string): RequestHandler => {
    const matches = matchRoutes(tree, address)
    if (matches === null) return handleAny
    const ids = matches.flatMap(({ route: { id } }) => id ?? [])
    const handler = byRoutes.get(ids.join()) ?? handlerOf(ids, build)
    byRoutes.set(ids.join(), handler)
    return handler
  }
}

/** Renders the pages of a build, in the languages of a market. */
export function handlePages(givenBuild: ServerBuild, languages: SiteLanguages): RequestHandler {
  const build = withoutEncodedData(givenBuild)
  const prefixes = languages.map(({ code }) => toLanguagePrefix(code, languages))
  const finders = new Map(prefixes.map((prefix) => [prefix, handlePagesIn(prefix, build)]))
  const byAddress = new LRUCache<string, RequestHandler>({ max: mostRemembered })
  const patterns = new LRUCache<string, string>({ max: mostRemembered })
  const plainTree = treeOf(withLanguagePrefix(build.routes, ''))

  function routeOf(pathname: string): string {
    const known = patterns.get(pathname)
    if (known !== undefined) return known
    const matches = matchRoutes(plainTree, pathname.slice(languagePrefixOf(pathname).length) || '/') ?? []
    const pattern = `/${matches.flatMap(({ route: { path } }) => path || []).join('/')}`
    patterns.set(pathname, pattern)
    return pattern
  }

  async function handle(request: Request, context: RouterContextProvider): Promise<Response> {
    const { pathname, origin } = new URL(request.url)
    // React Router would answer with the data of the page, in a format for its own script.
    if (pathname.endsWith('.data')) throw new PortalError('not_found', 'Pages have no data addresses')
    const find = finders.get(languagePrefixOf(pathname))
    // No language of this market: the links of a page would lead nowhere either.
    if (find === undefined) return handle(new Request(`${origin}/page-not-found`), context)
    const handler = byAddress.get(pathname) ?? find(pathname)
    byAddress.set(pathname, handler)
    context.set(loaderDataContext, new Map())
    return handler(request, context)
  }
  return Object.assign(handle, { routeOf })
}
