import { transaction } from '@nyanja/database/transaction'
import type { Kysely } from 'kysely'
import type { Forget } from '../../operations/retention.ts'
import type { Database } from '../schema.ts'

/** Forgets the oldest import without an open case, in batches of its rows. */
export function forgetImports(db: Kysely<Database>): Forget {
  return ({ before, limit }) =>
    transaction(db, async (tx) => {
      const oldest = await tx
        .selectFrom('settlement_imports')
        .select('settlement_imports.id')
        .where('imported_at', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('reconciliation_cases')
                .select('reconciliation_cases.id')
                .whereRef('import_id', '=', 'settlement_imports.id')
                .where('reconciliation_cases.state', '<>', 'closed'),
            ),
          ),
        )
        .orderBy('settlement_imports.id')
        .limit(1)
        .executeTakeFirst()
      if (oldest === undefined) return { rows: 0, isDone: true }
      const rows = await tx
        .selectFrom('settlement_rows')
        .select('row')
        .where('import_id', '=', oldest.id)
        .orderBy('row')
        .limit(limit)
        .execute()
      const last = rows.at(-1)
      if (last === undefined) {
        await tx.deleteFrom('statement_balances').where('import_id', '=', oldest.id).execute()
        await tx.deleteFrom('settlement_imports').where('id', '=', oldest.id).execute()
      } else
        await tx.deleteFrom('settlement_rows').where('import_id', '=', oldest.id).where('row', '<=', last.row).execute()
      return { rows: rows.length, isDone: false }
    })
}
