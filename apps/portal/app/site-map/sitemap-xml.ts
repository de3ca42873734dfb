import { escaped } from '@nyanja/domain/texts/escape'
import { type SiteLanguages, toLanguagePrefix } from '@nyanja/domain/texts/language'
import { publicHeaders } from '../format/headers.ts'
import { inLanguage } from '../page-language.ts'
import { publicPages } from '../page-list.ts'
import { portalContext } from '../portal-context.ts'
import type { Route } from './+types/sitemap-xml'

export interface SitemapOptions {
  readonly publicOrigin: string
  readonly languages: SiteLanguages
  /** The path has no language. */
  readonly paths: readonly string[]
}

/** A sitemap may hold 50,000 addresses, and each path has one for each language: five at most fit. */
export const pathsPerSitemap = 10_000

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Every page in each language, and each with its address in all of them. */
export function sitemapOf({ publicOrigin, languages, paths }: SitemapOptions): string {
  const urls = paths.flatMap((path) => {
    const addresses = languages.map(({ code }) => ({
      code,
      address: escaped(publicOrigin + inLanguage(path, toLanguagePrefix(code, languages))),
    }))
    const links = addresses.map(
      ({ code, address }) => `<xhtml:link rel="alternate" hreflang="${code}" href="${address}"/>`,
    )
    return addresses.map(({ address }) => `<url><loc>${address}</loc>${links.join('')}</url>\n`)
  })
  return `${head}<urlset ${names} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('')}</urlset>\n`
}

/** Builds an index where there are too many addresses for one file. */
export function sitemapIndexOf(publicOrigin: string, count: number): string {
  const parts = Array.from(
    { length: count },
    (_, at) => `<sitemap><loc>${escaped(publicOrigin)}/sitemap.xml?page=${at + 1}</loc></sitemap>\n`,
  )
  return `${head}<sitemapindex ${names}>\n${parts.join('')}</sitemapindex>\n`
}

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
