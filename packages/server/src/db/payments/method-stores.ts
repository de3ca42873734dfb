import { transaction } from '@nyanja/database/transaction'
import type { RecentTry } from '@nyanja/domain/payments/method-health'
import type { RefundState } from '@nyanja/domain/payments/payment-states'
import { type Kysely, sql } from 'kysely'
import type { MethodSwitchStore, RecentTries } from '../../payments/methods.ts'
import { recordAction } from '../record-action.ts'
import type { Database } from '../schema.ts'
export function createMethodSwitchStore(db: Kysely<Database>): MethodSwitchStore {
  return {
    async switches() {
      const rows = await db.selectFrom('method_switches').selectAll().orderBy('method').execute()
      return rows.map(({ is_open, ...row }) => ({ ...row, isOpen: is_open === 1 }))
    },

    async switchMethod({ method, isOpen, reason, who, at, staff }) {
      const columns = { is_open: isOpen ? 1 : 0, reason, who, at }
      await transaction(db, async (tx) => {
        await tx
          .insertInto('method_switches')
          .values({ method, ...columns })
          .onConflict((conflict) => conflict.column('method').doUpdateSet(columns))
          .execute()
        const action = isOpen ? 'method on' : 'method off'
        await recordAction(tx, { at, who, action, subject: method, why: reason, staff })
      })
    },
  }
}

export function createRecentTries(db: Kysely<Database>): RecentTries {
  return {
    async of(method, since, limit) {
      const rows = await db
        .with('recent', (query) =>
          query
            .selectFrom('attempts')
            .select(['id', 'state', 'refusal', 'handed_over_at'])
            .where(sql.ref('method'), '=', method)
            .where('handed_over_at', '>', since)
            .orderBy('handed_over_at', 'desc')
            .limit(limit),
        )
        .selectFrom('recent')
        .leftJoin('deliveries', (join) =>
          join.onRef('deliveries.attempt_id', '=', 'recent.id').on('deliveries.state', '=', 'delivered'),
        )
        .leftJoin('refunds', (join) =>
          join.onRef('refunds.attempt_id', '=', 'recent.id').on('refunds.amount_minor', 'is', null),
        )
        .select([
          'recent.state',
          'recent.refusal',
          'recent.handed_over_at',
          'deliveries.decided_at as credited_at',
          'refunds.attempt_id as refund_of',
          'refunds.state as refund_state',
          'refunds.created_at as refund_begun_at',
          'refunds.decided_at as refund_decided_at',
        ])
        .execute()
      return rows.map((row) => ({
        state: row.state,
        ...(row.refusal === null ? {} : { refusal: row.refusal }),
        handedOverAt: row.handed_over_at ?? since,
        ...(row.credited_at === null ? {} : { creditedAt: row.credited_at }),
        isRefunded: row.refund_of !== null,
        ...refundTime(row),
      }))
    },
  }
}

interface RefundOfTry {
  readonly refund_state: RefundState | null
  readonly refund_begun_at: number | null
  readonly refund_decided_at: number | null
}

function refundTime({
  refund_state,
  refund_begun_at,
  refund_decided_at,
}: RefundOfTry): Pick<RecentTry, 'refundTookMs'> {
  if (refund_state !== 'refunded' || refund_begun_at === null || refund_decided_at === null) return {}
  return { refundTookMs: refund_decided_at - refund_begun_at }
}
