import type { FoundHelp, HelpSource, SourceArticle, SourceLanguage } from './help-source.ts'

type Words = Partial<SourceArticle> & Pick<SourceArticle, 'id' | 'question'>

export function testArticle({ id, ...words }: Words, category?: string): SourceArticle {
  return {
    id,
    html: '<p>An answer.</p>',
    words: '',
    ...(category !== undefined && { structure: { category, isPopular: false, related: [] } }),
    placeOf: () => id,
    ...words,
  }
}

export const testCategories: SourceLanguage['categories'] = [
  {
    id: 'bundles',
    title: 'Bundles',
    text: 'All about data',
    icon: 'data',
    subCategories: [
      { id: 'bundles-buy', title: 'Buying' },
      { id: 'bundles-missing', title: 'Missing' },
    ],
  },
  {
    id: 'contact-details',
    title: 'Contact',
    subCategories: [{ id: 'contact-details-shops', title: 'Shops', goesTo: 'shops' }],
  },
]

export function testLanguage(articles: readonly SourceArticle[], categories = testCategories): SourceLanguage {
  return { articles, categories, placeOfCategories: () => 'categories' }
}

/** Makes a source whose texts can be changed while it is in use. */
export function testSource(languages: FoundHelp['languages']) {
  const found: FoundHelp = { languages, faults: [] }
  const source = {
    found,
    changed: () => {},
    read: async () => source.found,
    watch(changed: () => void) {
      source.changed = changed
      return () => {}
    },
  }
  return source satisfies HelpSource
}
