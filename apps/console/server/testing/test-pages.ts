import { createElement } from 'react'
import {
  createRequestHandler,
  type RequestHandler,
  type ServerBuild,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
} from 'react-router'
import * as entry from '../../app/entry.server.tsx'
import { pages } from '../../app/page-list.ts'
import * as root from '../../app/root.tsx'

type Route = NonNullable<ServerBuild['routes'][string]>
type RouteModule = Route['module']
type BrowserRoute = NonNullable<ServerBuild['assets']['routes'][string]>

const modules = import.meta.glob<RouteModule>(['../../app/*/*.{ts,tsx}', '!**/*.test.*', '!../../app/browser/*'])

/** Hands loader data to components as props, as the build does. */
const withProps = ({ default: Component, ...module }: RouteModule): RouteModule => ({
  ...module,
  default: withComponentProps((props: object) => Component && createElement(Component, props)),
})

async function routeOf({ path, file }: (typeof pages)[number]): Promise<Route> {
  const module = await modules[`../../app/${file}`]?.()
  if (module === undefined) throw new Error(`The list of pages names ${file}, which does not exist`)
  const place = path === '/' ? { index: true } : { path: path.replace(/^\//, '') }
  const shown = module.default === undefined ? module : withProps(module)
  return { id: file, parentId: 'root', module: shown, ...place }
}

const browserRouteOf = ({ id, parentId, path, index, module }: Route): BrowserRoute => ({
  ...{ id, parentId, path, index, module: '' },
  ...{ hasLoader: module.loader !== undefined, hasAction: module.action !== undefined, hasDefaultExport: true },
  ...{ hasErrorBoundary: module.ErrorBoundary !== undefined, hasClientLoader: false, hasClientAction: false },
  ...{ hasClientMiddleware: false, clientActionModule: undefined, clientLoaderModule: undefined },
  ...{ clientMiddlewareModule: undefined, hydrateFallbackModule: undefined, imports: [], css: [] },
})

/** Loads the pages of the console from their sources, as a build has them. */
export async function loadPages(): Promise<RequestHandler> {
  const { ErrorBoundary, ...ofRoot } = root
  const rootModule = {
    ...withProps(ofRoot),
    ErrorBoundary: withErrorBoundaryProps(ErrorBoundary),
  }
  const routes: Route[] = [{ id: 'root', path: '', module: rootModule }, ...(await Promise.all(pages.map(routeOf)))]
  const byId = <Kind>(of: (route: Route) => Kind) => Object.fromEntries(routes.map((route) => [route.id, of(route)]))
  return createRequestHandler(
    {
      entry: { module: entry },
      routes: byId((route) => route),
      assets: { entry: { imports: [], module: '' }, routes: byId(browserRouteOf), url: '', version: 'test' },
      ...{ publicPath: '/', assetsBuildDirectory: '', basename: '/', future: {}, ssr: true, isSpaMode: false },
      prerender: [],
      routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
    },
    'production',
  )
}
