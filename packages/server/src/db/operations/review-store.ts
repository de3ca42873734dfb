import { money } from '@nyanja/domain/money/money'
import { getResolutionMove, type Resolution, type ReviewedComponents } from '@nyanja/domain/payments/review-resolutions'
import type { Kysely, Transaction } from 'kysely'
import type { ReviewItem, ReviewStore } from '../../operations/reviews.ts'
import type { Attempt } from '../../payments/attempt.ts'
import { beginComponent, beginRefund } from '../payments/begin-components.ts'
import { deliveredMessages, postMessage } from '../payments/outbox.ts'
import { toAttempt } from '../payments/rows.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { applyReviewMove } from './apply-review-move.ts'
import { attemptsWithComponents, componentsFrom, paymentHistory } from './payment-history.ts'
import { recordAction } from './record-action.ts'

type ResolutionEffect = (tx: Transaction<Database>, attempt: Attempt, at: number) => Promise<unknown>

const nothing: ResolutionEffect = async () => {}

/** The component that a resolution begins after its move; workers do the rest, and the payer is notified as usual. */
const effectOf: Readonly<Record<Resolution, ResolutionEffect>> = {
  /** Like any capture: the first of an order is delivered, another one is refunded. */
  paid: beginComponent,

  async refund(tx, attempt, at) {
    await beginRefund(tx, attempt, at)
    await postMessage(tx, attempt.id, 'refundBegun', at)
  },

  async delivered(tx, attempt, at) {
    const { kind } = await tx
      .selectFrom('deliveries')
      .select('kind')
      .where('attempt_id', '=', attempt.id)
      .executeTakeFirstOrThrow()
    await postMessage(tx, attempt.id, deliveredMessages[kind], at)
  },

  refunded: (tx, attempt, at) => postMessage(tx, attempt.id, 'refunded', at),
  unpaid: nothing,
  closed: nothing,
}

function areSame(left: ReviewedComponents, right: ReviewedComponents): boolean {
  return left.money === right.money && left.delivery === right.delivery && left.refund === right.refund
}

export function createReviewStore(db: Kysely<Database>, now: () => number): ReviewStore {
  return {
    async open(limit) {
      const oldest = await db
        .selectFrom('reviews')
        .select(({ fn }) => ['attempt_id', fn.min('created_at').as('since')])
        .groupBy('attempt_id')
        .orderBy('since')
        .limit(limit)
        .execute()
      if (oldest.length === 0) return []
      const ids = oldest.map(({ attempt_id }) => attempt_id)
      const [attempts, reviews] = await Promise.all([
        attemptsWithComponents(db).where('attempts.id', 'in', ids).execute(),
        db.selectFrom('reviews').selectAll().where('attempt_id', 'in', ids).orderBy('created_at').execute(),
      ])
      return oldest.flatMap(({ attempt_id, since }): ReviewItem[] => {
        const attempt = attempts.find(({ id }) => id === attempt_id)
        if (attempt === undefined) return []
        const { reference, method, currency, amount_minor, part_minor } = attempt
        const reasons = reviews.filter((row) => row.attempt_id === attempt_id).map(({ reason }) => reason)
        const amount = money(currency, amount_minor)
        const part = part_minor === null ? {} : { part: money(currency, part_minor) }
        return [{ reference, method, amount, ...part, components: componentsFrom(attempt), reasons, since }]
      })
    },

    history: (name) => paymentHistory(db, name),

    async resolve({ attemptId, reference, resolution, components, who, why, staff }) {
      const at = now()
      return transaction(db, async (tx) => {
        const row = await attemptsWithComponents(tx).where('attempts.id', '=', attemptId).executeTakeFirst()
        if (row === undefined || !areSame(components, componentsFrom(row))) return 'overtaken'
        const move = getResolutionMove(resolution, components)
        const attempt = toAttempt(row)
        if (
          move !== undefined &&
          !(await applyReviewMove(tx, move, { attempt, at, detail: `by_person_${resolution}` }))
        )
          return 'overtaken'

        // The same reason lists the payment again.
        const ended = await tx.deleteFrom('reviews').where('attempt_id', '=', attemptId).returning('reason').execute()
        if (move === undefined && ended.length === 0) return 'overtaken'
        await effectOf[resolution](tx, attempt, at)
        const reasons = ended.map(({ reason }) => reason).join(', ')
        await recordAction(tx, {
          at,
          who,
          action: `payments resolve ${resolution}`,
          subject: reference,
          why,
          detail: reasons,
          staff,
        })
        return 'resolved'
      })
    },
  }
}

/**
 * The number of payments (including those missing in the database), corrections and messages that wait for staff.
 */
export async function countWaiting(db: Kysely<Database>) {
  const [reviews, corrections, submissions, unknownPayments] = await Promise.all([
    db
      .selectFrom('reviews')
      .select(({ fn }) => fn.count<number>('attempt_id').distinct().as('count'))
      .executeTakeFirst(),
    db
      .selectFrom('corrections')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('state', '=', 'asked')
      .executeTakeFirst(),
    db
      .selectFrom('submissions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('done_at', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('unknown_payments')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('closed_at', 'is', null)
      .executeTakeFirst(),
  ])
  return {
    reviews: Number(reviews?.count ?? 0),
    corrections: Number(corrections?.count ?? 0),
    submissions: Number(submissions?.count ?? 0),
    unknown_payments: Number(unknownPayments?.count ?? 0),
  }
}
