import { money } from '@nyanja/domain/money/money'
import { getUndeliverableMoney } from '@nyanja/domain/payments/payment-status'
import { undeliverableReason } from '@nyanja/domain/payments/review-resolutions'
import type { Kysely } from 'kysely'
import { capturedStates } from '../../payments/attempt.ts'
import type { PlanMoney, PlanStore } from '../../payments/plans.ts'
import type { Database } from '../schema.ts'

const inProgress = ['handing_over', 'waiting'] as const

export function createPlanStore(db: Kysely<Database>): PlanStore {
  return {
    async standing(leadReference) {
      const tries = await db
        .selectFrom('attempts')
        .innerJoin('orders', 'orders.id', 'attempts.order_id')
        .leftJoin('refunds', (join) =>
          // A refund in part leaves the payment paid.
          join.onRef('refunds.attempt_id', '=', 'attempts.id').on('refunds.amount_minor', 'is', null),
        )
        .select(['attempts.id', 'attempts.pays_order'])
        .where('refunds.attempt_id', 'is', null)
        .where('orders.lead_reference', '=', leadReference)
        .where((where) => where.or([where('attempts.pays_order', '=', 1), where('attempts.state', 'in', inProgress)]))
        .execute()
      const paid = tries.find(({ pays_order }) => pays_order === 1)
      if (paid !== undefined) return { state: 'paid', attemptId: paid.id }
      return { state: tries.length > 0 ? 'being_paid' : 'open' }
    },

    async getUndeliverableMoney(leadReference) {
      const captures = await db
        .selectFrom('attempts')
        .innerJoin('orders', 'orders.id', 'attempts.order_id')
        .leftJoin('deliveries', 'deliveries.attempt_id', 'attempts.id')
        .leftJoin('refunds', 'refunds.attempt_id', 'attempts.id')
        .leftJoin('reviews', (join) =>
          join.onRef('reviews.attempt_id', '=', 'attempts.id').on('reviews.reason', '=', undeliverableReason),
        )
        .select(['attempts.amount_minor', 'attempts.currency', 'attempts.created_at', 'attempts.decided_at'])
        .select(['deliveries.state as delivery', 'reviews.attempt_id as reviewed'])
        .select(['refunds.state as refund', 'refunds.created_at as begun_at', 'refunds.decided_at as back_at'])
        .where('orders.lead_reference', '=', leadReference)
        .where('attempts.state', 'in', capturedStates)
        .orderBy(({ fn }) => fn.coalesce('attempts.decided_at', 'attempts.created_at'))
        .orderBy('attempts.created_at')
        .execute()
      return captures.map((one): PlanMoney => {
        const { delivery, refund, begun_at, back_at } = one
        const components = { ...(delivery !== null && { delivery }), ...(refund !== null && { refund }) }
        return {
          state: getUndeliverableMoney({ ...components, isReviewed: one.reviewed !== null }),
          amount: money(one.currency, one.amount_minor),
          paidAt: one.decided_at ?? one.created_at,
          ...(begun_at !== null && { begunAt: begun_at }),
          ...(back_at !== null && { backAt: back_at }),
        }
      })
    },
  }
}
