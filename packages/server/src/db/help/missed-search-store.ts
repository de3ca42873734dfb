import { type Kysely, sql } from 'kysely'
import type { MissedSearchStore } from '../../help/missed-searches.ts'
import type { Database } from '../schema.ts'

/** A limit beyond what staff read; a visitor who fills it on purpose fills nothing else. */
const mostRows = 10_000

export function createMissedSearchStore(db: Kysely<Database>, most = mostRows): MissedSearchStore {
  async function recount(words: string, language: string, at: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('missed_searches')
      .set({ count: sql`count + 1`, last_at: at })
      .where('words', '=', words)
      .where('language', '=', language)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  async function hasRoom(): Promise<boolean> {
    const { rows } = await db
      .selectFrom('missed_searches')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return Number(rows) < most
  }

  return {
    async add({ words, language, at }) {
      if (await recount(words, language, at)) return
      if (!(await hasRoom())) return
      await db
        .insertInto('missed_searches')
        .values({ words, language, count: 1, last_at: at })
        .onConflict((conflict) =>
          conflict.columns(['words', 'language']).doUpdateSet({ count: sql`missed_searches.count + 1`, last_at: at }),
        )
        .execute()
    },
  }
}
