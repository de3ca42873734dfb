import { money } from '@nyanja/domain/money/money'
import { moveOf, type ReviewedComponents } from '@nyanja/domain/payments/review-resolutions'
import type { Kysely } from 'kysely'
import type { ReviewItem, ReviewStore } from '../../operations/review-store.ts'
import { attemptFrom } from '../payments/rows.ts'
import type { Database } from '../schema.ts'
import { transaction } from '../transaction.ts'
import { attemptsWithComponents, componentsFrom } from './components-of.ts'
import { makeMove } from './make-move.ts'
import { paymentHistory } from './payment-history.ts'
import { recordAction } from './record-action.ts'
import { whatFollows } from './what-follows.ts'

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
        const { reference, method, currency, amount_minor } = attempt
        const reasons = reviews.filter((row) => row.attempt_id === attempt_id).map(({ reason }) => reason)
        const amount = money(currency, amount_minor)
        return [{ reference, method, amount, components: componentsFrom(attempt), reasons, since }]
      })
    },

    history: (name) => paymentHistory(db, name),

    async checkPayment({ attemptId, reference, resolution, components, who, why }) {
      const at = now()
      return transaction(db, async (tx) => {
        const row = await attemptsWithComponents(tx).where('attempts.id', '=', attemptId).executeTakeFirst()
        if (row === undefined || !areSame(components, componentsFrom(row))) return 'overtaken'
        const move = moveOf(resolution, components)
        const attempt = attemptFrom(row)
        if (move !== undefined && !(await makeMove(tx, move, { attempt, at, detail: `by_person_${resolution}` })))
          return 'overtaken'

        // Said anew, the same reason stands in the list again.
        const ended = await tx.deleteFrom('reviews').where('attempt_id', '=', attemptId).returning('reason').execute()
        if (move === undefined && ended.length === 0) return 'overtaken'
        await whatFollows[resolution](tx, attempt, at)
        const reasons = ended.map(({ reason }) => reason).join(', ')
        await recordAction(tx, {
          at,
          who,
          action: `payments resolve ${resolution}`,
          subject: reference,
          why,
          detail: reasons,
        })
        return 'settled'
      })
    },
  }
}
