import type { Transaction } from 'kysely'
import type { OperatorAction } from '../../operations/reviews.ts'
import type { Database } from '../schema.ts'

/** What a person did, in the transaction of what it did. */
export async function recordAction(
  tx: Transaction<Database>,
  { detail, ...action }: OperatorAction & { readonly detail?: string },
): Promise<void> {
  await tx
    .insertInto('operator_actions')
    .values({ ...action, detail: detail ?? null })
    .execute()
}
