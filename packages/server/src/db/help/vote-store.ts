import type { Votes } from '@nyanja/domain/help'
import { type Kysely, sql } from 'kysely'
import type { VoteStore } from '../../help/help-votes.ts'
import type { Database } from '../schema.ts'

const none: Votes = { yes: 0, no: 0 }

export function createVoteStore(db: Kysely<Database>): VoteStore {
  const counted = db
    .selectFrom('help_votes')
    .select(['article', 'kind'])
    .select(({ fn }) => fn.sum<number>('count').as('count'))
    .where('kind', 'in', ['yes', 'no'])
    .groupBy(['article', 'kind'])

  return {
    async add(vote) {
      await db
        .insertInto('help_votes')
        .values({ ...vote, count: 1 })
        .onConflict((conflict) =>
          conflict.columns(['article', 'language', 'kind']).doUpdateSet({ count: sql`help_votes.count + 1` }),
        )
        .execute()
    },

    async of(article) {
      const rows = await counted.where('article', '=', article).execute()
      return { ...none, ...Object.fromEntries(rows.map(({ kind, count }) => [kind, Number(count)])) }
    },

    async all() {
      const all = new Map<string, Votes>()
      for (const { article, kind, count } of await counted.execute())
        all.set(article, { ...(all.get(article) ?? none), [kind]: Number(count) })
      return all
    },
  }
}
