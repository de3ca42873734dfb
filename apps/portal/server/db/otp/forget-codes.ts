import { otpWindows } from '@nyanja/domain/otp-limits'
import type { Kysely } from 'kysely'
import { codeMessageKind } from '../../otp/code-text.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'

/** For the nightly job: codes, and the numbers that they went to, are kept for the day in which they count. */
export async function forgetCodes(db: Kysely<Database>, now: number): Promise<void> {
  const before = now - otpWindows.dayMs
  await transaction(db, async (tx) => {
    await tx.deleteFrom('one_time_codes').where('sent_at', '<', before).execute()
    await tx.deleteFrom('code_budgets').where('hour_from', '<', before).execute()
    await tx.deleteFrom('messages').where('kind', '=', codeMessageKind).where('created_at', '<', before).execute()
  })
}
