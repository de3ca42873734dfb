import { money } from '@nyanja/domain/money/money'
import type { StatementBalance } from '@nyanja/domain/reconciliation/records'
import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/** The rows of one insert: each has eight values, far below the most that a statement binds. */
const rowsOfInsert = 500

export async function addBalances(
  db: Kysely<Database>,
  importId: number,
  balances: readonly StatementBalance[],
): Promise<void> {
  const rows = balances.map(({ account, day, opening, closing, movedMinor }, at) => ({
    ...{ import_id: importId, statement: at + 1, account, currency: opening.currency, day },
    ...{ opening_minor: opening.minor, moved_minor: movedMinor, closing_minor: closing.minor },
  }))
  for (let at = 0; at < rows.length; at += rowsOfInsert)
    await db
      .insertInto('statement_balances')
      .values(rows.slice(at, at + rowsOfInsert))
      .execute()
}

export async function readBalances(db: Kysely<Database>, importId: number): Promise<readonly StatementBalance[]> {
  const rows = await db
    .selectFrom('statement_balances')
    .selectAll()
    .where('import_id', '=', importId)
    .orderBy('statement')
    .execute()
  return rows.map(({ account, day, currency, opening_minor, moved_minor, closing_minor }) => ({
    ...{ account, day, movedMinor: moved_minor },
    opening: money(currency, opening_minor),
    closing: money(currency, closing_minor),
  }))
}
