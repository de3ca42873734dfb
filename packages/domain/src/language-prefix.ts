/** What stands before every path in the market's second language. */
export type LanguagePrefix = '' | '/sw'

export function toLanguagePrefix(language: string, { prefixed }: { readonly prefixed: string }): LanguagePrefix {
  return language === prefixed ? '/sw' : ''
}
