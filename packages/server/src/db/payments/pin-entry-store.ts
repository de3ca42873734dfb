import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { PinEntries } from '../../payments/pin-payments.ts'
import type { Database } from '../schema.ts'

const Entry = z.object({ walletTransactionId: z.string(), keyId: z.string(), publicKey: z.string(), nonce: z.string() })

export function createPinEntryStore(db: Kysely<Database>): PinEntries {
  return {
    async entry(attemptId) {
      const row = await db.selectFrom('pin_entries').selectAll().where('attempt_id', '=', attemptId).executeTakeFirst()
      if (row === undefined) return undefined
      const { entry_json, attempts_left: attemptsLeft, expires_at: expiresAt } = row
      return { ...Entry.parse(JSON.parse(entry_json)), attemptsLeft, expiresAt }
    },

    async keep(attemptId, { attemptsLeft, expiresAt, ...entry }) {
      const columns = { entry_json: JSON.stringify(entry), attempts_left: attemptsLeft, expires_at: expiresAt }
      await db
        .insertInto('pin_entries')
        .values({ attempt_id: attemptId, ...columns })
        .onConflict((conflict) => conflict.column('attempt_id').doUpdateSet(columns))
        .execute()
    },
  }
}
