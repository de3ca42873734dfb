import { languageOfPath, languagePrefixOf, type SiteLanguages, toLanguagePrefix } from '@nyanja/domain/texts/language'
import { forgottenLanguage, keptLanguage, languageCookie } from '@nyanja/web/http/language-cookie'
import { withoutQuery } from '@nyanja/web/http/log-requests'
import type { FastifyRequest } from 'fastify'

/** The page without its language. */
const pageOf = (path: string) => path.slice(languagePrefixOf(path).length) || '/'

type Read = Pick<FastifyRequest, 'url' | 'headers'>

interface Site {
  readonly publicOrigin: string
  readonly languages: SiteLanguages
}

const isOwn = (referer: string, publicOrigin: string) => referer.startsWith(`${publicOrigin}/`)

/** A visitor who followed a link of ours got the language of that link; browsers tell in one of two ways. */
const isFollowed = ({ referer = '', ...headers }: Read['headers'], publicOrigin: string) =>
  isOwn(referer, publicOrigin) || headers['sec-fetch-site'] === 'same-origin'

/**
 * Finds the language that the visitor has just chosen: nothing else leads from a page to the same one in another
 * language.
 */
function chosenLanguage({ url, headers }: Read, { publicOrigin, languages }: Site): string | undefined {
  const { referer = '' } = headers
  if (!isOwn(referer, publicOrigin)) return undefined
  const [path, before] = [withoutQuery(url), withoutQuery(referer.slice(publicOrigin.length))]
  const [language, earlier] = [languageOfPath(path, languages), languageOfPath(before, languages)]
  return language !== earlier && pageOf(path) === pageOf(before) ? language : undefined
}

export interface Remembering {
  /** The cookie that goes along with the page. */
  readonly cookie?: string
  /** The home page in the language that the phone keeps. */
  readonly redirect?: string
}

/**
 * Remembers a language that is chosen, and leads a visitor who comes to the home page without a language to the one in
 * it. Other addresses were followed or typed as they are.
 */
export function rememberLanguage(request: Read, site: Site): Remembering {
  const [main] = site.languages
  const chosen = chosenLanguage(request, site)
  if (chosen !== undefined) return { cookie: chosen === main.code ? forgottenLanguage : languageCookie(chosen) }
  if (withoutQuery(request.url) !== '/' || isFollowed(request.headers, site.publicOrigin)) return {}
  const prefix = toLanguagePrefix(keptLanguage(request.headers.cookie) ?? main.code, site.languages)
  return prefix === '' ? {} : { redirect: prefix + request.url.slice(1) }
}
