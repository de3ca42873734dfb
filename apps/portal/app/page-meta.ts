import { escaped } from '@nyanja/domain/texts/escape'
import { type LanguagePrefix, toLanguagePrefix } from '@nyanja/domain/texts/language'
import type { Portal } from '../server/portal.ts'
import { inLanguage, languageOf, languagePrefixOf } from './page-language.ts'
import { screenAt } from './screen-links.ts'

/** A public page may be listed by search engines; all others are private or missing. */
export function isForEverybody(status: number, headers: Headers): boolean {
  return status === 200 && (headers.get('cache-control')?.startsWith('public') ?? false)
}

export interface MetaOptions {
  readonly portal: Pick<Portal, 'market' | 'content' | 'publicOrigin'>
  readonly url: URL
  /** The title is rendered. */
  readonly html: string
}

interface PageTexts {
  readonly title: string
  readonly description: string
}

/** The texts in their markup: the page's own win over those of its screen. */
function textsOf(html: string, screenTexts: PageTexts): PageTexts {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? []
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? []
  return {
    title: screenTexts.title === '' ? title : escaped(screenTexts.title),
    description: description === '' ? escaped(screenTexts.description) : description,
  }
}

function readScreenTexts({ market, content }: MetaOptions['portal'], url: URL) {
  const texts: Readonly<Record<string, string>> = content.page('meta-data-config', languageOf(url, market))
  const screen = screenAt(url.pathname)
  const title = texts[`${screen}Title`]
  return {
    image: texts.preview ?? '',
    title: title === undefined ? '' : `${title} - ${market.brand}`,
    description: texts[screen ?? ''] ?? '',
  }
}

/** What search engines, and recipients of a link, learn of a page. */
export function pageMeta({ portal, url, html }: MetaOptions): { readonly title: string; readonly tags: string } {
  const { market, publicOrigin } = portal
  const { image, ...screenTexts } = readScreenTexts(portal, url)
  const { title, description } = textsOf(html, screenTexts)
  const plain = url.pathname.replace(/(?<=.)\/+$/, '')
  const at = (prefix: LanguagePrefix) => escaped(publicOrigin + inLanguage(plain, prefix))
  const own = at(languagePrefixOf(url.pathname))
  const property = (name: string, text: string) =>
    text === '' ? '' : `<meta property="og:${name}" content="${text}"/>`
  const tags = [
    html.includes('<meta name="description"') || description === ''
      ? ''
      : `<meta name="description" content="${description}"/>`,
    `<link rel="canonical" href="${own}"/>`,
    ...market.languages.map(
      ({ code }) => `<link rel="alternate" hreflang="${code}" href="${at(toLanguagePrefix(code, market.languages))}"/>`,
    ),
    property('title', title),
    property('description', description),
    property('image', image === '' ? '' : escaped(new URL(image, publicOrigin).href)),
    image === '' ? '' : '<meta name="twitter:card" content="summary_large_image"/>',
  ]
  return { title, tags: tags.join('') }
}

/** Pictures of the portal that the page shows, each once: browsers request them too. */
export const picturesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/<img\s[^>]*?\bsrc="(\/[^"/][^"]*)"/g)].map(([, source = '']) => source)),
]
