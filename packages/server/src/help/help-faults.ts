import { referenceLanguage } from '@nyanja/domain/texts/language'
import type { FoundHelp, SourceArticle, SourceCategory, SourceLanguage } from './help-source.ts'

export const mostPopular = 10

/** The reserved names: they are address segments where a category would be. */
const reserved = ['a', 'search', 'suggestions']

/** Lists all faults at once, each with its place. */
export function listHelpFaults(found: FoundHelp): string[] {
  const english = found.languages[referenceLanguage]
  if (english === undefined) return [...found.faults]
  const ids = new Set([...english.articles.map(({ id }) => id), ...unreadIds(found.faults)])
  const others = Object.entries(found.languages).filter(([language]) => language !== referenceLanguage)
  return [
    ...found.faults,
    ...faultsOfCategories(english),
    ...faultsOfStructure(english, ids),
    ...others.flatMap(([, language]) => differencesFrom(english, language, ids)),
    ...Object.values(found.languages).flatMap((language) => brokenLinks(language, ids)),
  ]
}

/** Lists the ids of English articles that exist, though they cannot be read yet. */
const unreadIds = (faults: readonly string[]) =>
  faults.flatMap((fault) => /^en\/help\/([\w-]+)[.]md/.exec(fault)?.[1] ?? [])

const subIdsOf = (categories: readonly SourceCategory[]) =>
  categories.flatMap(({ subCategories }) => subCategories.map(({ id }) => id))

const repeated = (ids: readonly string[]) => [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))]

function faultsOfCategories({ categories, placeOfCategories: place }: SourceLanguage): string[] {
  const ids = [...categories.map(({ id }) => id), ...subIdsOf(categories)]
  const strays = categories.flatMap(({ id, subCategories }) =>
    subCategories
      .filter((sub) => !sub.id.startsWith(`${id}-`))
      .map((sub) => `${place()}: ${sub.id} must begin with ${id}-`),
  )
  return [
    ...repeated(ids).map((id) => `${place()}: ${id} is there twice`),
    ...categories
      .filter(({ id }) => reserved.includes(id))
      .map(({ id }) => `${place()}: ${id} is an address of another page`),
    ...strays,
  ]
}

function faultsOfStructure({ categories, articles }: SourceLanguage, ids: ReadonlySet<string>): string[] {
  const subCategories = categories.flatMap((category) => category.subCategories)
  const open = new Set(subCategories.filter(({ goesTo }) => goesTo === undefined).map(({ id }) => id))
  const popular = articles.filter(({ structure }) => structure?.isPopular)
  return [
    ...articles.flatMap((article) => faultsOfArticle(article, { open, ids })),
    ...popular
      .slice(mostPopular)
      .map(
        ({ placeOf }) => `${placeOf('popular')}: there are ${popular.length} popular ones, and room for ${mostPopular}`,
      ),
  ]
}

interface Known {
  /** The sub-categories that hold articles. */
  readonly open: ReadonlySet<string>
  readonly ids: ReadonlySet<string>
}

function faultsOfArticle({ id, structure, placeOf }: SourceArticle, { open, ids }: Known): string[] {
  if (structure === undefined) return [`${placeOf()}: category is missing`]
  const { category, related } = structure
  const strange = related.filter((one) => one === id || !ids.has(one))
  return [
    ...(open.has(category) ? [] : [`${placeOf('category')}: ${category} is no sub-category that holds articles`]),
    ...strange.map((one) => `${placeOf('related')}: ${one} is no other article`),
  ]
}

function differencesFrom(
  english: SourceLanguage,
  { categories, placeOfCategories: place, articles }: SourceLanguage,
  ids: ReadonlySet<string>,
): string[] {
  const known = new Set([...english.categories.map(({ id }) => id), ...subIdsOf(english.categories)])
  const named = [...categories.map(({ id }) => id), ...subIdsOf(categories)]
  return [
    ...named.filter((id) => !known.has(id)).map((id) => `${place()}: ${id} is no category in English`),
    ...articles
      .filter(({ id }) => !ids.has(id))
      .map(({ placeOf }) => `${placeOf()}: there is no English article of this name`),
  ]
}

const articleLink = /href="\/gethelp\/a\/([^"#?]*)"/g

function brokenLinks({ articles }: SourceLanguage, ids: ReadonlySet<string>): string[] {
  return articles.flatMap(({ html, placeOf }) =>
    [...html.matchAll(articleLink)]
      .filter(([, id = '']) => !ids.has(id))
      .map(([, id]) => `${placeOf()}: links to the article ${id}, which does not exist`),
  )
}
