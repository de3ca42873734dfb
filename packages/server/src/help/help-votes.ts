import type { Dislike, Votes } from '@nyanja/domain/help'
import type { RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import type { HelpCentre } from './help-centre.ts'
import type { VoteStore } from './vote-store.ts'

export interface HelpVotesOptions {
  readonly store: VoteStore
  readonly help: Pick<HelpCentre, 'article'>
  /** Of `vote`. */
  readonly limit: RateLimit
  /** Of `vote_without_browser`. */
  readonly limitOnArticle: RateLimit
}

export interface Voter {
  readonly article: string
  readonly language: string
  readonly address: string
}

export type VoteOutcome = 'counted' | 'unknown_article' | 'too_many'

/** Whether answers help. Who has voted already is known by his browser alone. */
export class HelpVotes {
  readonly #options: HelpVotesOptions

  constructor(options: HelpVotesOptions) {
    this.#options = options
  }

  async vote(voter: Voter, kind: 'yes' | 'no'): Promise<VoteOutcome> {
    return this.#count(voter, kind)
  }

  /** Of somebody whose browser cannot say whether he has voted: one from each address on an article. */
  async voteFromAfar(voter: Voter, kind: 'yes' | 'no'): Promise<VoteOutcome> {
    const { article, language, address } = voter
    const { help, limitOnArticle } = this.#options
    if (help.article(article, language) === undefined) return 'unknown_article'
    const isFirst = await limitOnArticle.isWithin({ address, about: article })
    return isFirst ? this.#count(voter, kind) : 'too_many'
  }

  /** Why it did not help, of somebody who has just said so. */
  async report(voter: Voter, why: Dislike): Promise<VoteOutcome> {
    return this.#count(voter, why)
  }

  of(article: string): Promise<Votes> {
    return this.#options.store.of(article)
  }

  all(): Promise<ReadonlyMap<string, Votes>> {
    return this.#options.store.all()
  }

  async #count({ article, language, address }: Voter, kind: 'yes' | 'no' | Dislike): Promise<VoteOutcome> {
    const { store, help, limit } = this.#options
    if (help.article(article, language) === undefined) return 'unknown_article'
    if (!(await limit.isWithin({ address }))) return 'too_many'
    await store.add({ article, language, kind })
    return 'counted'
  }
}
