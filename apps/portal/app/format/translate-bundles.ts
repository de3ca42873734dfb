import type { Bundle } from '@nyanja/domain/bundles/bundle'
import { translate } from '@nyanja/domain/texts/language'
import type { Choice } from '@nyanja/server/payments/order'

const translated = new WeakMap<readonly Bundle[], Map<string, readonly Bundle[]>>()

/** The same list in the same language is the same object, by which others remember what they made of it. */
export function translateBundles(bundles: readonly Bundle[], language: string): readonly Bundle[] {
  const byLanguage = translated.get(bundles) ?? new Map<string, readonly Bundle[]>()
  translated.set(bundles, byLanguage)
  const found = byLanguage.get(language) ?? bundles.map((bundle) => translate(bundle, language))
  byLanguage.set(language, found)
  return found
}

/** What is bought, with the words of its bundle in the language of the page. */
export function translateChoice<Ordered extends { readonly choice: Choice }>(
  order: Ordered,
  language: string,
): Ordered {
  const { choice } = order
  return choice.kind === 'bundle'
    ? { ...order, choice: { ...choice, bundle: translate(choice.bundle, language) } }
    : order
}
