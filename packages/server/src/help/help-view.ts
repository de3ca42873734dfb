import type { Destination, HelpScreen } from '@nyanja/domain/help'
import { referenceLanguage } from '@nyanja/domain/texts/language'
import type { FoundHelp, SourceArticle, SourceCategory, SourceSubCategory } from './help-source.ts'

export interface ArticleLink {
  readonly id: string
  readonly question: string
  /** The language of the texts, which may differ from the requested one. */
  readonly language: string
}

export interface SubCategory {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly language: string
  /** The category links to this screen instead of holding articles. */
  readonly goesTo?: Destination
  readonly articles: readonly ArticleLink[]
}

export interface Category extends Omit<SubCategory, 'goesTo' | 'articles'> {
  readonly icon: string
  readonly subCategories: readonly SubCategory[]
}

export interface Article extends ArticleLink {
  /** The sanitised HTML. */
  readonly html: string
  /** Alternative search words. */
  readonly words: string
  /** Search words of the other languages. */
  readonly otherWords: string
  readonly category: string
  readonly subCategory: string
  readonly isPopular: boolean
  readonly action?: HelpScreen
  readonly related: readonly ArticleLink[]
}

/** The whole help centre in one language. */
export interface HelpView {
  readonly categories: readonly Category[]
  readonly articles: ReadonlyMap<string, Article>
}

const mostRelated = 4

/** Creates a view with each text in the first of these languages that has it. */
export function createHelpView(order: readonly string[], found: FoundHelp): HelpView {
  const english = found.languages[referenceLanguage]
  if (english === undefined) return { categories: [], articles: new Map() }
  const sources = sourcesIn(order, found)
  const inOrder = english.articles.toSorted(popularFirst)
  const links = new Map(inOrder.map(({ id }) => [id, linkTo(id, sources)]))
  const inSub = Map.groupBy(inOrder, ({ structure }) => structure?.category ?? '')
  const shelves: Shelves = {
    link: (id) => links.get(id),
    linksIn: (sub) => (inSub.get(sub) ?? []).flatMap(({ id }) => links.get(id) ?? []),
    categoryOf: new Map(
      english.categories.flatMap(({ id, subCategories }) => subCategories.map((sub) => [sub.id, id])),
    ),
  }
  const articles = inOrder.flatMap((article) => articleIn(article, sources, shelves))
  return {
    categories: english.categories.map((category) => categoryIn(category, sources, shelves)),
    articles: new Map(articles.map((article) => [article.id, article])),
  }
}

const popularFirst = (left: SourceArticle, right: SourceArticle) =>
  Number(right.structure?.isPopular ?? false) - Number(left.structure?.isPopular ?? false) ||
  (left.id < right.id ? -1 : 1)

/** The view of one language, with look-up by id. */
interface Source {
  readonly language: string
  readonly articles: ReadonlyMap<string, SourceArticle>
  readonly categories: ReadonlyMap<string, SourceCategory>
  readonly subCategories: ReadonlyMap<string, SourceSubCategory>
}

interface Shelves {
  readonly link: (id: string) => ArticleLink | undefined
  readonly linksIn: (subCategory: string) => readonly ArticleLink[]
  readonly categoryOf: ReadonlyMap<string, string>
}

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

function sourcesIn(order: readonly string[], { languages }: FoundHelp): Source[] {
  return order.flatMap((language) => {
    const own = languages[language]
    if (own === undefined) return []
    const subCategories = byId(own.categories.flatMap((category) => category.subCategories))
    return [{ language, articles: byId(own.articles), categories: byId(own.categories), subCategories }]
  })
}

/** Returns the text of the first language that has it. */
function firstOf<Row>(sources: readonly Source[], find: (source: Source) => Row | undefined) {
  for (const source of sources) {
    const row = find(source)
    if (row !== undefined) return { row, language: source.language }
  }
  return undefined
}

function linkTo(id: string, sources: readonly Source[]): ArticleLink {
  const found = firstOf(sources, ({ articles }) => articles.get(id))
  return { id, question: found?.row.question ?? id, language: found?.language ?? referenceLanguage }
}

function categoryIn(english: SourceCategory, sources: readonly Source[], { linksIn }: Shelves): Category {
  const { row, language } = firstOf(sources, ({ categories }) => categories.get(english.id)) ?? inEnglish(english)
  return {
    ...textsOf(row, language),
    icon: english.icon ?? '',
    subCategories: english.subCategories.map((sub) => {
      const words = firstOf(sources, ({ subCategories }) => subCategories.get(sub.id)) ?? inEnglish(sub)
      return {
        ...textsOf(words.row, words.language),
        ...(sub.goesTo && { goesTo: sub.goesTo }),
        articles: linksIn(sub.id),
      }
    }),
  }
}

const inEnglish = <Row>(row: Row) => ({ row, language: referenceLanguage })

const textsOf = ({ id, title, text = '' }: SourceSubCategory, language: string) => ({ id, title, text, language })

function articleIn({ id, structure }: SourceArticle, sources: readonly Source[], shelves: Shelves): Article[] {
  const found = firstOf(sources, ({ articles }) => articles.get(id))
  if (structure === undefined || found === undefined) return []
  const { question, html, words } = found.row
  const named = structure.related.flatMap((one) => shelves.link(one) ?? [])
  const beside = shelves.linksIn(structure.category).filter((link) => link.id !== id)
  const elsewhere = sources.flatMap(({ articles }) => articles.get(id) ?? []).filter((other) => other !== found.row)
  return [
    {
      id,
      question,
      html,
      language: found.language,
      words,
      otherWords: elsewhere.map((other) => `${other.question} ${other.words}`).join(' '),
      category: shelves.categoryOf.get(structure.category) ?? '',
      subCategory: structure.category,
      isPopular: structure.isPopular,
      ...(structure.action && { action: structure.action }),
      related: (named.length > 0 ? named : beside).slice(0, mostRelated),
    },
  ]
}
