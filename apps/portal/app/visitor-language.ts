import type { Language, Market } from '@nyanja/server/settings/market'
import { languagePrefixOf } from './page-language.ts'

/** The address alone says which language a page is in; the market says which one stands behind the prefix. */
export function languageOf(url: URL, { languages }: Pick<Market, 'languages'>): Language {
  return languagePrefixOf(url.pathname) === '' ? languages.unprefixed : languages.prefixed
}
