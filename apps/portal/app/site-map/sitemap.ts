import { escaped } from '../format/escape.ts'
import { inLanguage } from '../page-language.ts'

export interface SitemapOptions {
  readonly publicOrigin: string
  readonly languages: { readonly unprefixed: string; readonly prefixed: string }
  /** Without a language. */
  readonly paths: readonly string[]
}

/** A sitemap may hold 50,000 addresses, and each path has two. */
export const pathsPerSitemap = 20_000

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** Every page in each language, and each with its twin in the other one. */
export function sitemapOf({ publicOrigin, languages, paths }: SitemapOptions): string {
  const urls = paths.flatMap((path) => {
    const [plain, prefixed] = [publicOrigin + path, publicOrigin + inLanguage(path, '/sw')]
    const links =
      `<xhtml:link rel="alternate" hreflang="${languages.unprefixed}" href="${escaped(plain)}"/>` +
      `<xhtml:link rel="alternate" hreflang="${languages.prefixed}" href="${escaped(prefixed)}"/>`
    return [plain, prefixed].map((address) => `<url><loc>${escaped(address)}</loc>${links}</url>\n`)
  })
  return `${head}<urlset ${names} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('')}</urlset>\n`
}

/** Where there are too many for one. */
export function sitemapIndexOf(publicOrigin: string, count: number): string {
  const parts = Array.from(
    { length: count },
    (_, at) => `<sitemap><loc>${escaped(publicOrigin)}/sitemap.xml?page=${at + 1}</loc></sitemap>\n`,
  )
  return `${head}<sitemapindex ${names}>\n${parts.join('')}</sitemapindex>\n`
}
