import type { AttemptState, DeliveryState, RefundState } from '@nyanja/domain/payments/payment-states'
import type { ReviewedComponents } from '@nyanja/domain/payments/review-resolutions'
import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'

interface ComponentStates {
  readonly money: AttemptState
  readonly delivery: DeliveryState | null
  readonly refund: RefundState | null
}

export function componentsFrom({ money, delivery, refund }: ComponentStates): ReviewedComponents {
  return { money, ...(delivery === null ? {} : { delivery }), ...(refund === null ? {} : { refund }) }
}

/** Attempts with the states of all three legs. */
export function attemptsWithComponents(db: Kysely<Database>) {
  return db
    .selectFrom('attempts')
    .leftJoin('deliveries', 'deliveries.attempt_id', 'attempts.id')
    .leftJoin('refunds', 'refunds.attempt_id', 'attempts.id')
    .selectAll('attempts')
    .select(['attempts.state as money', 'deliveries.state as delivery', 'refunds.state as refund'])
}
