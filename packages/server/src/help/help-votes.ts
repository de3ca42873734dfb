import type { Dislike, VoteKind, Votes } from '@nyanja/domain/help'
import type { RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { z } from 'zod'
import { deriveKey, openJson, seal } from '../common/seal.ts'
import type { HelpCentre } from './help-centre.ts'

interface HelpVotesOptions {
  readonly store: VoteStore
  readonly help: Pick<HelpCentre, 'article'>
  /** The policy `vote`. */
  readonly limit: RateLimit
  /** The policy `vote_without_browser`. */
  readonly limitOnArticle: RateLimit
}

interface Voter {
  readonly article: string
  readonly language: string
  readonly clientIp: string
}

export type VoteOutcome = 'counted' | 'unknown_article' | 'too_many'

/** Counts whether answers help. A repeated vote is recognised only by the visitor's browser. */
export class HelpVotes {
  readonly #options: HelpVotesOptions

  constructor(options: HelpVotesOptions) {
    this.#options = options
  }

  async vote(voter: Voter, kind: 'yes' | 'no'): Promise<VoteOutcome> {
    return this.#count(voter, kind)
  }

  /** Counts the vote of a client that cannot show whether it has voted: one from each address on an article. */
  async voteFromAfar(voter: Voter, kind: 'yes' | 'no'): Promise<VoteOutcome> {
    const { article, language, clientIp } = voter
    const { help, limitOnArticle } = this.#options
    if (help.article(article, language) === undefined) return 'unknown_article'
    const isFirst = await limitOnArticle.isWithin({ clientIp, about: article })
    return isFirst ? this.#count(voter, kind) : 'too_many'
  }

  /** Stores why the answer did not help, from a visitor who has just voted `no`. */
  async report(voter: Voter, why: Dislike): Promise<VoteOutcome> {
    return this.#count(voter, why)
  }

  of(article: string): Promise<Votes> {
    return this.#options.store.of(article)
  }

  all(): Promise<ReadonlyMap<string, Votes>> {
    return this.#options.store.all()
  }

  async #count({ article, language, clientIp }: Voter, kind: 'yes' | 'no' | Dislike): Promise<VoteOutcome> {
    const { store, help, limit } = this.#options
    if (help.article(article, language) === undefined) return 'unknown_article'
    if (!(await limit.isWithin({ clientIp }))) return 'too_many'
    await store.add({ article, language, kind })
    return 'counted'
  }
}

/** The mark in the cookies of visitors. With `told` the visitor has also given a reason. */
const mark = z.enum(['yes', 'no', 'told'])
export type VoteMark = z.infer<typeof mark>
/** The marks by article, the latest last. */
export type VoteMarks = ReadonlyMap<string, VoteMark>

const mostMarks = 40
const longestId = 80
const MarksJson = z.array(z.tuple([z.string().max(longestId), mark])).max(mostMarks)

const place = 'help votes'
const longestSealed = 100 + mostMarks * (longestId + 20) * 2
/** Browsers limit a cookie to 4,096 bytes, and the value is encoded twice, which makes it a third larger each time. */
const mostBytes = 2000

/** The articles that a browser has voted on: only the browser stores them, and only the portal can read them. */
export class HelpVoteMarks {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = deriveKey(secret, place)
  }

  /** The oldest entries are dropped when a cookie cannot hold all. */
  seal(marks: VoteMarks): string {
    return seal(this.#key, JSON.stringify(latestOf([...marks].slice(-mostMarks))), place)
  }

  /** Returns no marks for a forged cookie, or one of another portal. */
  open(sealed: string): VoteMarks {
    if (sealed === '' || sealed.length > longestSealed) return new Map()
    return new Map(openJson(MarksJson, this.#key, sealed, place))
  }
}

function latestOf<Mark>(marks: readonly Mark[]): readonly Mark[] {
  return Buffer.byteLength(JSON.stringify(marks)) <= mostBytes ? marks : latestOf(marks.slice(1))
}

interface CountedVote {
  readonly article: string
  /** The language in which the article was read. */
  readonly language: string
  readonly kind: VoteKind
}

/** Counts votes without any data about voters. */
export interface VoteStore {
  add(vote: CountedVote): Promise<void>
  of(article: string): Promise<Votes>
  /** Reads the votes by article; those without votes are missing. */
  all(): Promise<ReadonlyMap<string, Votes>>
}
