import { PortalError } from '@nyanja/domain/errors'
import { likedPercent, type Votes } from '@nyanja/domain/help'
import { second } from '@nyanja/domain/time'
import { createRecall } from '@nyanja/server/common/cache'
import type { SubCategory } from '@nyanja/server/help/help-view'
import type { FastifyInstance } from 'fastify'
import { type FaqResponse, type FaqsAnswer, faqs, type LikeAnswer, likeCount } from '../../../contract/content.ts'
import type { Portal } from '../../portal.ts'
import { apiHrefs } from './generated-content.ts'
import { type CmsAnswer, type CmsMarket, type CmsRequest, serveCms, tagOf } from './serve-cms.ts'

type FaqSources = Pick<Portal, 'help' | 'helpVotes' | 'now'>

const maxAgeSeconds = 10
/** Two languages, before and after a change of the texts. */
const mostKept = 10

/** Every question in a language: a long list, made once for as long as a reader may keep it. */
function createFaqs({ help, helpVotes, now }: FaqSources): (language: string) => Promise<CmsAnswer> {
  async function make(language: string): Promise<CmsAnswer> {
    const data = faqsIn(language, help, await helpVotes.all())
    const json = JSON.stringify({ statusCode: 200, status: 'success', data } satisfies FaqsAnswer)
    return { json, tag: tagOf(json), maxAgeSeconds }
  }

  const recall = createRecall({
    ms: maxAgeSeconds * second,
    entries: mostKept,
    now,
    read: (key) => make(key.slice(key.indexOf(' ') + 1)),
  })
  return (language) => recall(`${help.version} ${language}`)
}

const percentOf = (votes: Votes = { yes: 0, no: 0 }) => likedPercent(votes) ?? 0

function faqsIn(language: string, help: FaqSources['help'], votes: ReadonlyMap<string, Votes>): FaqResponse[] {
  return help.categories(language).flatMap(({ title, subCategories }) =>
    subCategories.flatMap((sub) => [
      ...entryOfLink(sub, title),
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

/** A sub-category that links to a page is an entry of its own. */
function entryOfLink({ id, title, goesTo }: SubCategory, parentCategory: string): FaqResponse[] {
  if (goesTo === undefined) return []
  const words = { questionId: id, question: title, answer: '', category: title, parentCategory }
  return [{ ...words, href: apiHrefs[goesTo], popular: 'false', countLikePercentage: 0 }]
}

export interface HelpApiOptions extends FaqSources {
  readonly market: CmsMarket
}

/** Serves the help centre for other channels, in the spec's wire form. */
export function registerHelpApi(app: FastifyInstance, { market, ...sources }: HelpApiOptions): void {
  const faqsIn = createFaqs(sources)
  serveCms(app, faqs, market, ({ language }) => faqsIn(language))

  const { helpVotes } = sources
  for (const path of [likeCount.path, likeCount.path.slice(0, -1)])
    serveCms(app, { ...likeCount, path }, market, async ({ input, language, clientIp, headers }) => {
      if (isUnrequested(headers)) throw new PortalError('invalid_request', 'A vote without a press of the button')
      const article = input.questionId
      const kind = input.isLike === 'true' ? 'yes' : 'no'
      const outcome = await helpVotes.voteFromAfar({ article, language, clientIp }, kind)
      if (outcome === 'unknown_article') return undefined
      if (outcome === 'too_many') throw new PortalError('too_many_requests', 'Too many votes from one address')
      const data = { questionId: article, countLikePercentage: percentOf(await helpVotes.of(article)) }
      return { json: JSON.stringify({ statusCode: 200, status: 'success', data } satisfies LikeAnswer) }
    })
}

/**
 * The spec votes by GET, which browsers also send for pictures and when they prefetch. Our own pages vote by their
 * form, so a GET from a page of ours is not the visitor's vote.
 */
function isUnrequested(headers: CmsRequest<unknown>['headers']): boolean {
  return (headers['sec-fetch-site'] ?? 'none') !== 'none' || /prefetch/.test(String(headers['sec-purpose'] ?? ''))
}
