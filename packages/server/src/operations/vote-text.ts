import { type Dislike, dislikes, likedPercent } from '@nyanja/domain/help'
import { textTable } from './text-table.ts'
import type { VotedArticle } from './vote-list.ts'

const reasons = {
  unclear: 'not understood',
  did_not_work: 'did not work',
  other_question: 'other question',
  too_long: 'too long',
} as const satisfies Record<Dislike, string>

const headings = ['article', 'language', 'helped', 'yes', 'no', ...dislikes.map((one) => reasons[one])]

export function votesText(articles: readonly VotedArticle[]): string {
  if (articles.length === 0) return 'Nobody has voted on an answer'
  const rows = articles.map(({ article, language, counts }) => {
    const { yes = 0, no = 0 } = counts
    const percent = likedPercent({ yes, no })
    const figures = [yes, no, ...dislikes.map((one) => counts[one] ?? 0)]
    return [article, language, percent === undefined ? '' : `${percent} %`, ...figures.map(String)]
  })
  return textTable(headings, rows)
}
