import type { Portal } from '../../server/portal.ts'
import { hrefs } from '../hrefs.ts'

/** Of every page of the help centre below its first one, without a language. */
export function helpPaths({ help, market }: Pick<Portal, 'help' | 'market'>): string[] {
  const to = hrefs('')
  const language = market.languages.unprefixed
  return [
    ...help
      .categories(language)
      .flatMap(({ id, subCategories }) => [
        to.helpCategory(id),
        ...subCategories.flatMap((sub) => (sub.articles.length === 0 ? [] : [to.helpQuestions(id, sub.id)])),
      ]),
    ...help.articles(language).map(({ id }) => to.helpArticle(id)),
  ]
}
