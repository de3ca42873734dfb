import { money } from '@nyanja/domain/money/money'
import type { Kysely } from 'kysely'
import type { CorrectionItem, CorrectionQueue } from '../../operations/correction-queue.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { recordAction } from './record-action.ts'

export function createCorrectionQueue(db: Kysely<Database>, now: () => number): CorrectionQueue {
  return {
    async open(limit) {
      const rows = await db
        .selectFrom('corrections')
        .innerJoin('attempts', 'attempts.id', 'corrections.attempt_id')
        .innerJoin('deliveries', 'deliveries.attempt_id', 'corrections.attempt_id')
        .select(['attempts.reference', 'attempts.method', 'attempts.amount_minor', 'attempts.currency'])
        .select(['corrections.wanted_msisdn', 'corrections.asked_at'])
        .select(['deliveries.msisdn', 'deliveries.kind', 'deliveries.product_code', 'deliveries.decided_at'])
        .where('corrections.state', '=', 'asked')
        .orderBy('corrections.asked_at')
        .limit(limit)
        .execute()
      return rows.map(
        (row): CorrectionItem => ({
          reference: row.reference,
          product: row.product_code ?? row.kind,
          amount: money(row.currency, row.amount_minor),
          method: row.method,
          fromMsisdn: row.msisdn,
          wantedMsisdn: row.wanted_msisdn,
          deliveredAt: row.decided_at ?? row.asked_at,
          askedAt: row.asked_at,
        }),
      )
    },

    async decide({ reference, decision, who, why }) {
      const at = now()
      return transaction(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('corrections')
          .set({
            state: decision.state,
            refusal: decision.state === 'refused' ? decision.refusal : null,
            decided_at: at,
          })
          .where('state', '=', 'asked')
          .where('attempt_id', 'in', (query) =>
            query.selectFrom('attempts').select('id').where('reference', '=', reference),
          )
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        const action = ['corrections', ...Object.values(decision)].join(' ')
        await recordAction(tx, { at, who, action, subject: reference, why })
        return true
      })
    },
  }
}
