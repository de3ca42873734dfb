import { type Dislike, dislikes, likedPercent, type VoteKind } from '@nyanja/domain/help'
import { textTable, timeText } from './command-text.ts'

interface MissedSearch {
  /** As somebody typed it, without numbers. */
  readonly words: string
  readonly language: string
  readonly count: number
  /** Epoch milliseconds. */
  readonly lastAt: number
}

/** What visitors looked for in the help centre and did not find. */
export interface MissedSearchList {
  /** The most frequent first. */
  mostMissed(limit: number): Promise<readonly MissedSearch[]>
}

const searchHeadings = ['times', 'language', 'last', 'looked for']

export function missedSearchesText(searches: readonly MissedSearch[]): string {
  if (searches.length === 0) return 'Every search has found something'
  const rows = searches.map(({ words, language, count, lastAt }) => [String(count), language, timeText(lastAt), words])
  return textTable(searchHeadings, rows)
}

export interface VotedArticle {
  readonly article: string
  /** In which it was read. */
  readonly language: string
  readonly counts: Readonly<Partial<Record<VoteKind, number>>>
}

/** What readers said of the answers in the help centre. */
export interface VoteList {
  /** Those with the most that it did not help beyond those that it did, first. */
  leastHelpful(limit: number): Promise<readonly VotedArticle[]>
}

const reasons = {
  unclear: 'not understood',
  did_not_work: 'did not work',
  other_question: 'other question',
  too_long: 'too long',
} as const satisfies Record<Dislike, string>

const voteHeadings = ['article', 'language', 'helped', 'yes', 'no', ...dislikes.map((one) => reasons[one])]

export function votesText(articles: readonly VotedArticle[]): string {
  if (articles.length === 0) return 'Nobody has voted on an answer'
  const rows = articles.map(({ article, language, counts }) => {
    const { yes = 0, no = 0 } = counts
    const percent = likedPercent({ yes, no })
    const figures = [yes, no, ...dislikes.map((one) => counts[one] ?? 0)]
    return [article, language, percent === undefined ? '' : `${percent} %`, ...figures.map(String)]
  })
  return textTable(voteHeadings, rows)
}
