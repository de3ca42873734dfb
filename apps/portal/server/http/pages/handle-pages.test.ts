import { readFileSync } from 'node:fs'
import path from 'node:path'
import { languagePrefixOf } from '@nyanja/domain/texts/language'
import { RouterContextProvider, type ServerBuild } from 'react-router'
import { expect, it } from 'vitest'
import { handlePages } from './handle-pages.ts'

interface Page {
  readonly id: string
  readonly parentId?: string
  readonly path: string
  readonly index?: boolean
}

const pages: readonly Page[] = [
  { id: 'root', path: '' },
  { id: 'home', parentId: 'root', path: ':language?', index: true },
  { id: 'shops', parentId: 'root', path: ':language?/shops' },
  { id: 'shop', parentId: 'root', path: ':language?/shops/:shop' },
  { id: 'missing', parentId: 'root', path: ':language?/page-not-found' },
  { id: 'unknown', parentId: 'root', path: ':language?/*' },
]

const none = { clientActionModule: undefined, clientLoaderModule: undefined, clientMiddlewareModule: undefined }
const client = { hasClientAction: false, hasClientLoader: false, hasClientMiddleware: false, hasErrorBoundary: false }
const manifest = { ...none, ...client, hasAction: false, hasLoader: true, module: '', hydrateFallbackModule: undefined }

/** The renderer reports which page it renders, and which other pages it knows. */
const build: ServerBuild = {
  entry: {
    module: {
      default: (_request, _status, _headers, { staticHandlerContext: { matches, loaderData }, routeModules }) => {
        const page = matches.at(-1)
        return Response.json({
          page: loaderData[page?.route.id ?? ''],
          ...page?.params,
          knows: Object.keys(routeModules),
        })
      },
    },
  },
  routes: Object.fromEntries(
    pages.map((page) => [page.id, { ...page, module: { default: () => null, loader: () => page.id } }]),
  ),
  assets: {
    ...{ entry: { imports: [], module: '' }, url: '', version: '1' },
    routes: Object.fromEntries(pages.map((page) => [page.id, { ...page, ...manifest }])),
  },
  ...{ publicPath: '/', assetsBuildDirectory: '', future: {}, ssr: true, isSpaMode: false, prerender: [] },
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
}

const handle = handlePages(build, [
  { code: 'en' },
  { code: 'sw', prefix: 'sw' },
  { code: 'pt-BR', prefix: 'pt-br' },
  { code: 'bem', prefix: 'bem' },
])
const answerOf = (address: string) =>
  handle(new Request(`http://localhost:3000${address}`), new RouterContextProvider())

it.each([
  ['/', { page: 'home' }],
  ['/sw', { page: 'home' }],
  ['/pt-br', { page: 'home' }],
  ['/pt-br/shops', { page: 'shops' }],
  ['/bem/shops', { page: 'shops' }],
  ['/shops?near=Zomba', { page: 'shops' }],
  ['/sw/SHOPS/', { page: 'shops' }],
  ['/shops/limbe', { page: 'shop', shop: 'limbe' }],
  ['/sw/shops/caf%C3%A9', { page: 'shop', shop: 'café' }],
  ['/shops/limbe/hours', { page: 'unknown', '*': 'shops/limbe/hours' }],
  ['/fr/shops', { page: 'missing' }],
  ['/swahili/shops', { page: 'unknown', '*': 'swahili/shops' }],
])('draws %s with nothing but what it needs, also again', async (address, page) => {
  for (const _time of ['first', 'again'])
    expect(await (await answerOf(address)).json()).toEqual({ ...page, knows: ['root', page.page] })
})

it.each(['/sw/shops.data', '/_root.data', '/sw.data?_routes=home'])(
  'finds no page at the data address %s',
  async (address) => {
    await expect(answerOf(address)).rejects.toMatchObject({ code: 'not_found' })
  },
)

it.each([
  ['/shops/limbe', '/shops/:shop'],
  ['/br/shops/limbe', '/shops/:shop'],
  ['/sw', '/'],
])('names the route of %s without its language', (address, route) => {
  expect(handle.routeOf?.(address)).toBe(route)
})

it('never takes the name of a page for the prefix of a language', () => {
  const routes = readFileSync(path.join(import.meta.dirname, '../../../app/routes.ts'), 'utf8')
  const names = [...routes.matchAll(/route\('([^'/]+)/g)].map(([, name]) => `/${name}`)
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => languagePrefixOf(name) !== '')).toEqual([])
})
