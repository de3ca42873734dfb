import type { Kysely, Selectable } from 'kysely'
import type { Correction, CorrectionStore } from '../../payments/correction-store.ts'
import type { Database } from '../schema.ts'
import { canBeStored } from './storable.ts'
import type { CorrectionTable } from './tables.ts'

function correctionFrom(row: Selectable<CorrectionTable>): Correction {
  return {
    attemptId: row.attempt_id,
    wantedMsisdn: row.wanted_msisdn,
    state: row.state,
    askedAt: row.asked_at,
    ...(row.refusal !== null && { refusal: row.refusal }),
    ...(row.decided_at !== null && { decidedAt: row.decided_at }),
  }
}

export function createCorrectionStore(db: Kysely<Database>, now: () => number): CorrectionStore {
  return {
    async add(attemptId, wantedMsisdn) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('corrections')
        .values({ attempt_id: attemptId, wanted_msisdn: wantedMsisdn, state: 'asked', asked_at: now() })
        .onConflict((conflict) => conflict.column('attempt_id').doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows > 0n
    },

    async of(attemptId) {
      if (!canBeStored(attemptId)) return undefined
      const row = await db.selectFrom('corrections').selectAll().where('attempt_id', '=', attemptId).executeTakeFirst()
      return row && correctionFrom(row)
    },
  }
}
