import { likedPercent, type Votes } from '@nyanja/domain/help-votes'
import type { FaqOnWire, FaqsAnswer } from '../../contract/help.ts'
import type { SubCategory } from '../help/help-view.ts'
import type { Portal } from '../portal.ts'
import { type CmsAnswer, tagOf } from './cms-serve.ts'
import { wireHrefs } from './help-hrefs.ts'

export type FaqSources = Pick<Portal, 'help' | 'helpVotes' | 'now'>

interface Kept {
  readonly version: string
  readonly until: number
  readonly made: Promise<CmsAnswer>
}

const keptForSeconds = 10

/** Every question in a language: a long list, made once for as long as anybody may keep it. */
export function createFaqs({ help, helpVotes, now }: FaqSources): (language: string) => Promise<CmsAnswer> {
  const kept = new Map<string, Kept>()

  async function make(language: string): Promise<CmsAnswer> {
    const data = faqsIn(language, help, await helpVotes.all())
    const json = JSON.stringify({ statusCode: 200, status: 'success', data } satisfies FaqsAnswer)
    return { json, tag: tagOf(json), keptForSeconds }
  }

  return (language) => {
    const known = kept.get(language)
    if (known !== undefined && known.version === help.version && now() < known.until) return known.made
    const made = make(language)
    kept.set(language, { version: help.version, until: now() + keptForSeconds * 1000, made })
    void made.catch(() => kept.delete(language))
    return made
  }
}

export const percentOf = (votes: Votes = { yes: 0, no: 0 }) => likedPercent(votes) ?? 0

function faqsIn(language: string, help: FaqSources['help'], votes: ReadonlyMap<string, Votes>): FaqOnWire[] {
  return help.categories(language).flatMap(({ title, subCategories }) =>
    subCategories.flatMap((sub) => [
      ...wayOn(sub, title),
      ...sub.articles.flatMap(({ id }): FaqOnWire[] => {
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
function wayOn({ id, title, goesTo }: SubCategory, parentCategory: string): FaqOnWire[] {
  if (goesTo === undefined) return []
  const words = { questionId: id, question: title, answer: '', category: title, parentCategory }
  return [{ ...words, href: wireHrefs[goesTo], popular: 'false', countLikePercentage: 0 }]
}
