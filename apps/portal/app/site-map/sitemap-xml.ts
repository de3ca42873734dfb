import { publicHeaders } from '../format/headers.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/sitemap-xml'
import { publicPages } from './public-pages.ts'
import { pathsPerSitemap, sitemapIndexOf, sitemapOf } from './sitemap.ts'

const headers = { ...publicHeaders, 'content-type': 'application/xml; charset=utf-8' }

export async function loader({ url, context }: Route.LoaderArgs) {
  const portal = context.get(portalContext)
  const { publicOrigin, market } = portal
  const all = await publicPages(portal)
  const page = Number(url.searchParams.get('page') ?? 0)
  const count = Math.ceil(all.length / pathsPerSitemap)
  if (count > 1 && page === 0) return new Response(sitemapIndexOf(publicOrigin, count), { headers })
  const start = Math.max(0, page - 1) * pathsPerSitemap
  const paths = all.slice(start, start + pathsPerSitemap)
  if (paths.length === 0) return new Response('', { status: 404 })
  return new Response(sitemapOf({ publicOrigin, languages: market.languages, paths }), { headers })
}
