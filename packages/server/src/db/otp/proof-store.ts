import type { Kysely } from 'kysely'
import type { OtpBinding, ProofKey, ProofStore } from '../../otp/one-time-code.ts'
import { matchesContact } from '../contact-match.ts'
import { canBeStored } from '../payments/rows.ts'
import type { Database } from '../schema.ts'
import { rowOf } from './send-code.ts'

const columnOf = (proof: ProofKey) =>
  'id' in proof
    ? ({ column: 'id', value: proof.id } as const)
    : ({ column: 'proof_digest', value: proof.digest } as const)

export function createProofStore(db: Kysely<Database>, now: () => number): ProofStore {
  /** Changes a valid proof for exactly this subject. */
  async function change(
    proof: ProofKey,
    { purpose, msisdn, subject }: OtpBinding,
    to: { readonly consumed_at: number } | { readonly subject: string },
  ): Promise<boolean> {
    const { column, value } = columnOf(proof)
    if (![value, msisdn, subject].every(canBeStored)) return false
    const { numUpdatedRows } = await db
      .updateTable('one_time_codes')
      .set(to)
      .where(column, '=', value)
      .where('purpose', '=', purpose)
      .where(matchesContact('number', 'msisdn', msisdn))
      .where('subject', '=', subject)
      .where('consumed_at', 'is', null)
      .where('proof_expires_at', '>', now())
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  return {
    async vouch(code, proof) {
      await db
        .insertInto('one_time_codes')
        .values({
          ...rowOf({ code, hasWaited: false }),
          verified_at: now(),
          proof_digest: proof.digest,
          proof_expires_at: proof.expiresAt,
        })
        .execute()
    },

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

    consume: (proof, binding) => change(proof, binding, { consumed_at: now() }),
    tie: (proof, binding, subject) => change(proof, binding, { subject }),
  }
}
