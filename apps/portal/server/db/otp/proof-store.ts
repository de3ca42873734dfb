import type { Kysely } from 'kysely'
import type { ProofKey, ProofStore } from '../../otp/code-store.ts'
import { canBeStored } from '../payments/storable.ts'
import type { Database } from '../schema.ts'

const columnOf = (proof: ProofKey) =>
  'id' in proof
    ? ({ column: 'id', value: proof.id } as const)
    : ({ column: 'proof_digest', value: proof.digest } as const)

export function createProofStore(db: Kysely<Database>, now: () => number): ProofStore {
  return {
    async find(proof) {
      const { column, value } = columnOf(proof)
      if (!canBeStored(value)) return undefined
      return db
        .selectFrom('one_time_codes')
        .select(['purpose', 'msisdn', 'subject'])
        .where(column, '=', value)
        .where('consumed_at', 'is', null)
        .where('proof_expires_at', '>', now())
        .executeTakeFirst()
    },

    async consume(proof, { purpose, msisdn, subject }) {
      const { column, value } = columnOf(proof)
      if (![value, msisdn, subject].every(canBeStored)) return false
      const { numUpdatedRows } = await db
        .updateTable('one_time_codes')
        .set({ consumed_at: now() })
        .where(column, '=', value)
        .where('purpose', '=', purpose)
        .where('msisdn', '=', msisdn)
        .where('subject', '=', subject)
        .where('consumed_at', 'is', null)
        .where('proof_expires_at', '>', now())
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
  }
}
