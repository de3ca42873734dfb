import type { FastifyInstance } from 'fastify'
import { faqs, type LikeAnswer, likeCount } from '../../contract/help.ts'
import { PortalError } from '../errors.ts'
import { type CmsAsked, type CmsMarket, serveCms } from './cms-serve.ts'
import { createFaqs, type FaqSources, percentOf } from './serialize-faqs.ts'

export interface HelpApiOptions extends FaqSources {
  readonly market: CmsMarket
}

/** The help centre for other channels, in the spec's wire form. */
export function registerHelpApi(app: FastifyInstance, { market, ...sources }: HelpApiOptions): void {
  const faqsIn = createFaqs(sources)
  serveCms(app, faqs, market, ({ language }) => faqsIn(language))

  const { helpVotes } = sources
  for (const path of [likeCount.path, likeCount.path.slice(0, -1)])
    serveCms(app, { ...likeCount, path }, market, async ({ input, language, address, headers }) => {
      if (isUnrequested(headers)) throw new PortalError('invalid_request', 'A vote that nobody gave')
      const article = input.questionId
      const kind = input.isLike === 'true' ? 'yes' : 'no'
      const outcome = await helpVotes.voteFromAfar({ article, language, address }, kind)
      if (outcome === 'unknown_article') return undefined
      if (outcome === 'too_many') throw new PortalError('too_many_requests', 'Too many votes from one address')
      const data = { questionId: article, countLikePercentage: percentOf(await helpVotes.of(article)) }
      return { json: JSON.stringify({ statusCode: 200, status: 'success', data } satisfies LikeAnswer) }
    })
}

/**
 * The spec votes by GET, which browsers also send for pictures, and before anybody has pressed. Our own pages vote by
 * their form: whatever a page asks for here, nobody has pressed it.
 */
function isUnrequested(headers: CmsAsked<unknown>['headers']): boolean {
  return (headers['sec-fetch-site'] ?? 'none') !== 'none' || /prefetch/.test(String(headers['sec-purpose'] ?? ''))
}
