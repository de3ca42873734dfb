import type { LanguagePrefix } from '@nyanja/domain/texts/language'
import type { Article, Category, SubCategory } from '@nyanja/server/help/help-view'
import type { Portal } from '../../server/portal.ts'
import type { Hrefs } from '../hrefs.ts'
import type { Offering } from '../screen-links.ts'
import type { IconName } from '../ui/icon.tsx'
import type { IconLink } from './help-frame.tsx'
import { countText, type HelpLink, type HelpTexts, langOf, questionLink, screenHref } from './help-page.ts'

/** The icons that a category may name in its file. */
const icons = {
  phone: 'phone',
  data: 'data',
  mast: 'mast',
  money: 'money',
  bill: 'bill',
  router: 'router',
  call: 'call',
  pin: 'pin',
  card: 'card',
  code: 'code',
  save: 'save',
  find: 'find',
} as const satisfies Record<string, IconName>

type Known = keyof typeof icons

const isKnown = (name: string): name is Known => Object.hasOwn(icons, name)

export const categoryIcon = (name: string): IconName => (isKnown(name) ? icons[name] : 'help')

export interface ListContext {
  readonly language: string
  readonly prefix: LanguagePrefix
  readonly market: Offering
  readonly texts: HelpTexts
  readonly to: Hrefs
}

/** A visitor who looks for a person wants no other questions. */
const withoutPopular = 'contact-details'
const mostPopularHere = 5

/** Keeps those with answers, and those that link to an existing screen. */
export function subCategoryLinks(category: Category, { language, prefix, market, texts, to }: ListContext): HelpLink[] {
  return category.subCategories.flatMap((sub) => {
    const href =
      sub.goesTo === undefined ? to.helpQuestions(category.id, sub.id) : screenHref(sub.goesTo, { prefix, market })
    if (href === undefined || (sub.goesTo === undefined && sub.articles.length === 0)) return []
    const text = sub.text === '' && sub.goesTo === undefined ? countText(texts, sub.articles.length) : sub.text
    return [{ href, title: sub.title, text, ...langOf(sub.language, language) }]
  })
}

/** Lists every category that leads to a page. */
export function topicLinks(help: Pick<Portal['help'], 'categories'>, page: ListContext): IconLink[] {
  return help
    .categories(page.language)
    .filter((category) => subCategoryLinks(category, page).length > 0)
    .map(({ id, title, text, icon, language }) => ({
      ...{ href: page.to.helpCategory(id), title, text, icon: categoryIcon(icon) },
      ...langOf(language, page.language),
    }))
}

export function questionLinks(sub: SubCategory, { language, to }: ListContext): HelpLink[] {
  return sub.articles.map((article) => questionLink(article, to, language))
}

type Popular = Pick<Portal['help'], 'popular' | 'articles'>

/** Lists the popular questions, those of this category first; none where the visitor looks for a person. */
export function popularHere(
  help: Popular,
  { category, besides }: { readonly category: string; readonly besides: readonly HelpLink[] },
  { language, to }: ListContext,
): HelpLink[] {
  if (category === withoutPopular) return []
  const isOwn = (article: Article) => article.category === category
  const popular = help.popular(language)
  const shown = new Set(besides.map(({ href }) => href))
  return [...popular.filter(isOwn), ...popular.filter((article) => !isOwn(article))]
    .map((article) => questionLink(article, to, language))
    .filter(({ href }) => !shown.has(href))
    .slice(0, mostPopularHere)
}
