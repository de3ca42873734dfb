import type { LanguagePrefix } from '@nyanja/domain/texts/language'

export function languagePrefixOf(pathname: string): LanguagePrefix {
  return /^\/sw(\/|$)/i.test(pathname) ? '/sw' : ''
}

/** Browsers drop control characters from an address, and read two slashes of either kind as another site. */
const siteEscape = /^[\p{Cc} /\\]+/u

/** The same page in the language behind `prefix`: an address of this site, whatever the path. */
export function inLanguage(pathname: string, prefix: LanguagePrefix): string {
  const plain = pathname.slice(languagePrefixOf(pathname).length).replace(siteEscape, '')
  return plain === '' ? prefix || '/' : `${prefix}/${plain}`
}
