/**
 * The prefix of every path of a page in another language than the first, such as `/sw`. Pages of the first language
 * have none.
 */
export type LanguagePrefix = '' | `/${string}`

/** The languages of a market. Pages in the first one have no prefix; a `prefix` has no slashes. */
export type SiteLanguages = readonly [
  { readonly code: string },
  ...{ readonly code: string; readonly prefix: string }[],
]

/** English defines the keys, fields and placeholders of texts and help: all other languages are compared with it. */
export const referenceLanguage = 'en'

/**
 * A prefix has two letters, two with a region or script (`pt-br`), or three: no page has such a name but those excluded
 * here. Only the market file knows whether the market has the language.
 */
const startsWithPrefix = /^\/(?!(?:api|cms|map|orp)\b)([a-z]{2}(?:-[a-z]{2,4})?|[a-z]{3})(?=\/|\?|$)/i

export function languagePrefixOf(path: string): LanguagePrefix {
  const [, prefix] = startsWithPrefix.exec(path) ?? []
  return prefix === undefined ? '' : `/${prefix.toLowerCase()}`
}

/** Finds the language that has this prefix: undefined where the market has none of it. */
export function languageWithPrefix(prefix: LanguagePrefix, [first, ...others]: SiteLanguages): string | undefined {
  return prefix === '' ? first.code : others.find((language) => `/${language.prefix}` === prefix)?.code
}

/** The language that a page at this path is in. */
export function languageOfPath(path: string, languages: SiteLanguages): string {
  return languageWithPrefix(languagePrefixOf(path), languages) ?? languages[0].code
}

export function toLanguagePrefix(language: string, [, ...others]: SiteLanguages): LanguagePrefix {
  const prefix = others.find(({ code }) => code === language)?.prefix
  return prefix === undefined ? '' : `/${prefix}`
}

/** The names of days and months in a language, which no locale of the machine can write. */
export interface DateNames {
  /** The names from Sunday on. */
  readonly weekdays: readonly string[]
  readonly months: readonly string[]
  readonly shortMonths: readonly string[]
}

export interface DateLocales {
  readonly languages: readonly {
    readonly code: string
    readonly dateLocale?: string | undefined
    readonly dateNames?: DateNames | undefined
  }[]
}

/** The locale in which dates are written in a language of the market. */
export function dateLocaleIn({ languages }: DateLocales, language: string): string {
  return languages.find(({ code }) => code === language)?.dateLocale ?? language
}

interface Translatable {
  /** The texts that differ, by language. */
  readonly translations?: Readonly<Record<string, object>>
}

/** Replaces the texts by those of a language; what has no translation stays as it is. */
export function translate<Thing extends Translatable>(thing: Thing, language: string): Thing {
  const texts = Object.entries(thing.translations ?? {}).find(([each]) => each === language)?.[1]
  return texts === undefined ? thing : { ...thing, ...texts }
}
