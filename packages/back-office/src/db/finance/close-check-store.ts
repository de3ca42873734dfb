import { type Kysely, sql } from 'kysely'
import type { CloseCheckStore } from '../../finance/close-checks.ts'
import type { Database } from '../schema.ts'

export function createCloseCheckStore(db: Kysely<Database>): CloseCheckStore {
  return {
    async save({ checkedAt, ...check }) {
      const columns = { ...check, checked_at: checkedAt }
      await db
        .insertInto('close_checks')
        .values(columns)
        .onConflict((conflict) => conflict.column('day').doUpdateSet(columns))
        .execute()
    },

    async between({ from, to }) {
      const rows = await db
        .selectFrom('close_checks')
        .selectAll()
        .where('day', '>=', from)
        .where('day', '<=', to)
        .orderBy('day')
        .execute()
      return rows.map(({ checked_at, ...check }) => ({ ...check, checkedAt: checked_at }))
    },

    async nextDue({ coveredFrom, checkedBefore }) {
      const row = await db
        .selectFrom('closed_days')
        .leftJoin('close_checks', 'close_checks.day', 'closed_days.day')
        .select('closed_days.day')
        .where('from_at', '>=', coveredFrom)
        .where((where) => where.or([where('checked_at', 'is', null), where('checked_at', '<', checkedBefore)]))
        .orderBy(sql`coalesce(checked_at, 0)`)
        .orderBy('closed_days.day')
        .limit(1)
        .executeTakeFirst()
      return row?.day
    },
  }
}
