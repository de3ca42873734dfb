import { addDays } from '@nyanja/domain/reconciliation/records'
import { importSubject } from '@nyanja/domain/staff/acts'
import { recordAction } from '@nyanja/server/db/record-action'
import type { Transaction } from 'kysely'
import type { CaseActor } from '../../reconciliation/settlement-store.ts'
import type { Database } from '../schema.ts'
import { importsInUse, isInUse } from './rows.ts'

/** The most days from a payment to its payout. Where it takes longer, the next import of the statement compares it. */
const longestToPayOut = 31

interface Withdrawal {
  readonly at: number
  /** The actor, missing where the caller records the act. */
  readonly by?: CaseActor & { readonly agreedBy: string }
}

/**
 * Withdraws an import, whose rows count no longer. Its conclusions are undone by the next comparison: its own, and
 * those of imports about the same days, whose rows may be the only ones now. False when it is withdrawn already, or
 * there is none.
 */
export async function withdrawImport(
  tx: Transaction<Database>,
  importId: number,
  { at, by }: Withdrawal,
): Promise<boolean> {
  const found = await importsInUse(tx).where('id', '=', importId).executeTakeFirst()
  if (found === undefined) return false
  const { numUpdatedRows } = await tx
    .updateTable('settlement_imports')
    .set({ withdrawn_at: at, compared_at: null })
    .where('id', '=', importId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  if (by !== undefined) {
    const { agreedBy, ...action } = by
    const [subject, detail] = [importSubject(importId), `agreed by ${agreedBy}`]
    await recordAction(tx, { at, ...action, action: 'settlement withdraw', subject, detail })
  }
  const { source, from_day, until_day } = found
  if (from_day === null || until_day === null) return true
  await tx
    .updateTable('settlement_imports')
    .set({ compared_at: null })
    .where(isInUse())
    .where((where) =>
      where.or([
        where.and([
          where('source', '=', source),
          where('from_day', '<=', until_day),
          where('until_day', '>=', from_day),
        ]),
        // A bank's statement shows the payouts that a provider's file announces.
        where.and([
          where('counterpart', '=', 'bank'),
          where('from_day', '<=', addDays(until_day, longestToPayOut)),
          where('until_day', '>=', from_day),
        ]),
      ]),
    )
    .execute()
  return true
}
