import { likedPercent, type Votes } from '@nyanja/domain/help-votes'
import type { FastifyInstance } from 'fastify'
import { type FaqOnWire, type FaqsAnswer, faqs, type LikeAnswer, likeCount } from '../../contract/help.ts'
import { PortalError } from '../errors.ts'
import type { SubCategory } from '../help/help-view.ts'
import type { Portal } from '../portal.ts'
import { type CmsAsked, type CmsMarket, serveCms } from './cms-serve.ts'
import { wireHrefs } from './help-hrefs.ts'

export interface HelpApiOptions extends Pick<Portal, 'help' | 'helpVotes'> {
  readonly market: CmsMarket
}

const faqsKeptForSeconds = 10

/** The help centre for other channels, in the spec's wire form. */
export function registerHelpApi(app: FastifyInstance, { help, helpVotes, market }: HelpApiOptions): void {
  serveCms(app, faqs, market, async ({ language }) => {
    const votes = await helpVotes.all()
    const data = help.categories(language).flatMap(({ title, subCategories }) =>
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
    const json = JSON.stringify({ statusCode: 200, status: 'success', data } satisfies FaqsAnswer)
    return { json, keptForSeconds: faqsKeptForSeconds }
  })

  for (const path of [likeCount.path, likeCount.path.slice(0, -1)])
    serveCms(app, { ...likeCount, path }, market, async ({ input, language, address, headers }) => {
      if (isNobodysWish(headers)) throw new PortalError('invalid_request', 'A vote that nobody gave')
      const article = input.questionId
      const outcome = await helpVotes.vote({ article, language, address }, input.isLike === 'true' ? 'yes' : 'no')
      if (outcome === 'unknown_article') return undefined
      if (outcome === 'too_many') throw new PortalError('too_many_requests', 'Too many votes from one address')
      const data = { questionId: article, countLikePercentage: percentOf(await helpVotes.of(article)) }
      return { json: JSON.stringify({ statusCode: 200, status: 'success', data } satisfies LikeAnswer) }
    })
}

/** A sub-category that leads to a page is an entry of its own. */
function wayOn({ id, title, goesTo }: SubCategory, parentCategory: string): FaqOnWire[] {
  if (goesTo === undefined) return []
  const words = { questionId: id, question: title, answer: '', category: title, parentCategory }
  return [{ ...words, href: wireHrefs[goesTo], popular: 'false', countLikePercentage: 0 }]
}

const percentOf = (votes: Votes = { yes: 0, no: 0 }) => likedPercent(votes) ?? 0

/** The spec votes by GET, which browsers also send for pictures of strange sites, and before anybody has pressed. */
function isNobodysWish(headers: CmsAsked<unknown>['headers']): boolean {
  return headers['sec-fetch-site'] === 'cross-site' || /prefetch/.test(String(headers['sec-purpose'] ?? ''))
}
