import type { Kysely } from 'kysely'
import type { MissedSearchList, VotedArticle, VoteList } from '../../operations/visitor-reports.ts'
import type { Database } from '../schema.ts'

export function createMissedSearchList(db: Kysely<Database>): MissedSearchList {
  return {
    async mostMissed(limit) {
      const rows = await db
        .selectFrom('missed_searches')
        .select(['words', 'language', 'count', 'last_at'])
        .orderBy('count', 'desc')
        .orderBy('last_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ last_at, ...row }) => ({ ...row, lastAt: last_at }))
    },
  }
}

export function createVoteList(db: Kysely<Database>): VoteList {
  return {
    async leastHelpful(limit) {
      const rows = await db.selectFrom('help_votes').selectAll().orderBy('article').orderBy('language').execute()
      return [...Map.groupBy(rows, ({ article, language }) => `${article} ${language}`).values()]
        .flatMap(([first, ...others]) =>
          first === undefined
            ? []
            : [
                {
                  article: first.article,
                  language: first.language,
                  counts: Object.fromEntries([first, ...others].map(({ kind, count }) => [kind, Number(count)])),
                },
              ],
        )
        .sort((left, right) => dislikesOf(right) - dislikesOf(left))
        .slice(0, limit)
    },
  }
}

const dislikesOf = ({ counts }: VotedArticle) => (counts.no ?? 0) - (counts.yes ?? 0)
