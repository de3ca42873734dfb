// @ts-nocheck
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
      const row = await db
        .selectFrom('one_time_codes')
        .select(['id', 'purpose', 'msisdn', 'subject', 'sealed_consent'])
        .where(column, '=', value)
        .where('consumed_at', 'is', null)
        .where('proof_expires_at', '>', now())
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { sealed_consent, ...proven } = row
      return sealed_consent === null ? proven : { ...proven, sealedConsent: sealed_consent }
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
