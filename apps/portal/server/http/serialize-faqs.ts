import { likedPercent, type Votes } from '@nyanja/domain/help'
import { second } from '@nyanja/domain/time'
import type { FaqResponse, FaqsAnswer } from '../../contract/help.ts'
import { rememberFor } from '../cache.ts'
import type { SubCategory } from '../help/help-view.ts'
import type { Portal } from '../portal.ts'
import { type CmsAnswer, tagOf } from './cms-serve.ts'
import { wireHrefs } from './help-hrefs.ts'

export type FaqSources = Pick<Portal, 'help' | 'helpVotes' | 'now'>

const keptForSeconds = 10
/** Of two languages, before and after a change of the texts. */
const mostKept = 10

/** Every question in a language: a long list, made once for as long as a reader may keep it. */
export function createFaqs({ help, helpVotes, now }: FaqSources): (language: string) => Promise<CmsAnswer> {
  async function make(language: string): Promise<CmsAnswer> {
    const data = faqsIn(language, help, await helpVotes.all())
    const json = JSON.stringify({ statusCode: 200, status: 'success', data } satisfies FaqsAnswer)
    return { json, tag: tagOf(json), keptForSeconds }
  }

  const recall = rememberFor({
    ms: keptForSeconds * second,
    entries: mostKept,
    now,
    read: (key) => make(key.slice(key.indexOf(' ') + 1)),
  })
  return (language) => recall(`${help.version} ${language}`)
}

export const percentOf = (votes: Votes = { yes: 0, no: 0 }) => likedPercent(votes) ?? 0

function faqsIn(language: string, help: FaqSources['help'], votes: ReadonlyMap<string, Votes>): FaqResponse[] {
  return help.categories(language).flatMap(({ title, subCategories }) =>
    subCategories.flatMap((sub) => [
      ...nextHref(sub, title),
      ...sub.articles.flatMap(({ id }): FaqResponse[] => {
        const article = help.article(id, language)
        if (article === undefined) return []
        return [
          {
            questionId: id,
            question: article.question,
            answer: article.html,
            category: sub.title,
            parentCategory: title,
            href: '',
            popular: article.isPopular ? 'true' : 'false',
            countLikePercentage: percentOf(votes.get(id)),
          },
        ]
      }),
    ]),
  )
}

/** A sub-category that leads to a page is an entry of its own. */
function nextHref({ id, title, goesTo }: SubCategory, parentCategory: string): FaqResponse[] {
  if (goesTo === undefined) return []
  const words = { questionId: id, question: title, answer: '', category: title, parentCategory }
  return [{ ...words, href: wireHrefs[goesTo], popular: 'false', countLikePercentage: 0 }]
}
