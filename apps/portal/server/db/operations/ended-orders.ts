import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

/**
 * Orders to which nothing has happened since `before` and nothing will: every attempt is decided and watched no more,
 * what was taken was delivered or given back, and no person has to look at any of it.
 */
export function ordersEndedBefore(db: Kysely<Database>, before: number) {
  return db
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.created_at', '<', before)
    .where(({ eb, selectFrom }) =>
      eb(
        // Counted, not `exists`: for that PostgreSQL reads all attempts there are before it looks at the first order.
        selectFrom('attempts')
          .leftJoin('deliveries', 'deliveries.attempt_id', 'attempts.id')
          .leftJoin('refunds', 'refunds.attempt_id', 'attempts.id')
          .leftJoin('reviews', 'reviews.attempt_id', 'attempts.id')
          .select(({ fn }) => fn.countAll<number>().as('open'))
          .whereRef('attempts.order_id', '=', 'orders.id')
          .where(({ and, or, eb: is }) => {
            const isUnpaid = is('attempts.state', 'in', ['refused', 'expired'])
            const isFinal = and([
              is('attempts.state', 'in', ['captured', 'captured_late', 'reversed']),
              or([
                is('refunds.state', '=', 'refunded'),
                and([is('refunds.state', 'is', null), is('deliveries.state', '=', 'delivered')]),
              ]),
            ])
            return or([
              is(or([isUnpaid, isFinal]), 'is not', true),
              is('attempts.next_check_at', 'is not', null),
              is('reviews.attempt_id', 'is not', null),
              is('attempts.decided_at', '>=', before),
              is('deliveries.decided_at', '>=', before),
              is('refunds.decided_at', '>=', before),
            ])
          }),
        '=',
        0,
      ),
    )
}
