import { type LanguagePrefix, languageOfPath, languagePrefixOf } from '@nyanja/domain/texts/language'
import type { Language, Market } from '@nyanja/server/settings/market'

export { languagePrefixOf }

/** Browsers drop control characters from an address, and read two slashes of either kind as another site. */
const siteEscape = /^[\p{Cc} /\\]+/u

/** Returns the same page in the language behind `prefix`: an address of this site, for any path. */
export function inLanguage(pathname: string, prefix: LanguagePrefix): string {
  const plain = pathname.slice(languagePrefixOf(pathname).length).replace(siteEscape, '')
  return plain === '' ? prefix || '/' : `${prefix}/${plain}`
}

/** The address alone decides the language of a page; the market maps prefixes to languages. */
export function languageOf(url: URL, { languages }: Pick<Market, 'languages'>): Language {
  return languageOfPath(url.pathname, languages)
}
