import type { Kysely } from 'kysely'
import type { PlanStore } from '../../payments/plan-store.ts'
import type { Database } from '../schema.ts'

const underWay = ['handing_over', 'waiting'] as const

export function createPlanStore(db: Kysely<Database>): PlanStore {
  return {
    async standing(leadReference) {
      const tries = await db
        .selectFrom('attempts')
        .innerJoin('orders', 'orders.id', 'attempts.order_id')
        .leftJoin('refunds', 'refunds.attempt_id', 'attempts.id')
        .select(['attempts.id', 'attempts.pays_order'])
        .where('refunds.attempt_id', 'is', null)
        .where('orders.lead_reference', '=', leadReference)
        .where((where) => where.or([where('attempts.pays_order', '=', 1), where('attempts.state', 'in', underWay)]))
        .execute()
      const paid = tries.find(({ pays_order }) => pays_order === 1)
      if (paid !== undefined) return { is: 'paid', attemptId: paid.id }
      return { is: tries.length > 0 ? 'being_paid' : 'open' }
    },
  }
}
