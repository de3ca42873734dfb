/** What stands before every path in the market's second language. */
export type LanguagePrefix = '' | '/sw'

export function toLanguagePrefix(language: string, { prefixed }: { readonly prefixed: string }): LanguagePrefix {
  return language === prefixed ? '/sw' : ''
}

interface Translatable {
  /** What differs, by language. */
  readonly translations?: Readonly<Record<string, object>>
}

/** The same with its texts in a language; what has no translation stays as it is. */
export function translate<Thing extends Translatable>(thing: Thing, language: string): Thing {
  const texts = Object.entries(thing.translations ?? {}).find(([each]) => each === language)?.[1]
  return texts === undefined ? thing : { ...thing, ...texts }
}
