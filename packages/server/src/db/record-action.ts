import type { Transaction } from 'kysely'
import type { ActingStaff, StaffAction } from '../common/staff-action.ts'
import type { Database } from './schema.ts'

interface RecordedAction extends Omit<StaffAction, 'role' | 'reason'> {
  readonly detail?: string
  readonly staff?: ActingStaff | undefined
}

/** Records an action of staff in the transaction of its effect. */
export async function recordAction(
  tx: Transaction<Database>,
  { detail, staff, ...action }: RecordedAction,
): Promise<void> {
  const columns = { detail: detail ?? null, staff_id: staff?.id ?? null, role: staff?.role ?? null }
  await tx
    .insertInto('operator_actions')
    .values({ ...action, ...columns, reason: staff?.reason ?? null })
    .execute()
}
