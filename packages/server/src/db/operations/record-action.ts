import type { Transaction } from 'kysely'
import type { OperatorAction } from '../../operations/reviews.ts'
import type { Database } from '../schema.ts'

/** Records an operator's action in the transaction of its effect. */
export async function recordAction(
  tx: Transaction<Database>,
  { detail, ...action }: OperatorAction & { readonly detail?: string },
): Promise<void> {
  await tx
    .insertInto('operator_actions')
    .values({ ...action, detail: detail ?? null })
    .execute()
}
