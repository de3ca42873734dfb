/** What stands before every path in the market's second language. */
export type LanguagePrefix = '' | '/sw'

export function languagePrefixOf(pathname: string): LanguagePrefix {
  return /^\/sw(\/|$)/i.test(pathname) ? '/sw' : ''
}

/** The same page in the language behind `prefix`. */
export function inLanguage(pathname: string, prefix: LanguagePrefix): string {
  const plain = pathname.slice(languagePrefixOf(pathname).length)
  return prefix + plain.replace(/^\/$/, '') || '/'
}
