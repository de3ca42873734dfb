import { transaction } from '@nyanja/database/transaction'
import { displayMoney, isSameMoney, type Money, money } from '@nyanja/domain/money/money'
import { type DifferenceRules, judgeReceived, type ReceivedOutcome } from '@nyanja/domain/payments/received-money'
import {
  amountStatedBy,
  getResolutionMove,
  type Resolution,
  type ReviewedComponents,
} from '@nyanja/domain/payments/review-resolutions'
import { beginComponent, refundWithMessage } from '@nyanja/server/db/payments/begin-components'
import { returnExcess } from '@nyanja/server/db/payments/credit-store'
import { deliveredMessages, postMessage } from '@nyanja/server/db/payments/outbox'
import { toAttempt, toDeliveryItems } from '@nyanja/server/db/payments/rows'
import { recordAction } from '@nyanja/server/db/record-action'
import type { Attempt } from '@nyanja/server/payments/attempt'
import type { Kysely, Transaction } from 'kysely'
import type { ReviewItem, ReviewStore } from '../../operations/reviews.ts'
import type { Database } from '../schema.ts'
import { applyReviewMove, wantRefund } from './apply-review-move.ts'
import { attemptsWithComponents, componentsFrom, paymentHistory } from './payment-history.ts'
import { closeRequest } from './staff-request-store.ts'

type ResolutionEffect = (
  tx: Transaction<Database>,
  attempt: Attempt,
  at: number,
  outcome: ReceivedOutcome,
) => Promise<unknown>

const returnAll: ResolutionEffect = (tx, { id }, at) => refundWithMessage(tx, { id, at })

const nothing: ResolutionEffect = async () => {}

/** The component that a resolution begins after its move; workers do the rest, and the payer is notified as usual. */
const effectOf: Readonly<Record<Resolution, ResolutionEffect>> = {
  /**
   * Treats the capture like any other: the first of an order is delivered, another one is refunded, and so is too
   * little.
   */
  async paid(tx, attempt, at, received) {
    if (received.outcome === 'refund') return returnAll(tx, attempt, at, received)
    const part = received.outcome === 'deliver_part' ? { amount: attempt.amount } : {}
    const excess = received.outcome === 'deliver' ? received.excess : undefined
    return beginComponent(tx, attempt, at, { change: { ...part, ...(excess && { excess }) } })
  },

  refund: returnAll,

  async delivered(tx, attempt, at) {
    const { kind, items_json } = await tx
      .selectFrom('deliveries')
      .select(['kind', 'items_json'])
      .where('attempt_id', '=', attempt.id)
      .executeTakeFirstOrThrow()
    if (items_json !== null) {
      const items = toDeliveryItems(items_json).map((item) =>
        item.state === 'open' ? { ...item, state: 'delivered' } : item,
      )
      const given = { items_json: JSON.stringify(items) }
      await tx.updateTable('deliveries').set(given).where('attempt_id', '=', attempt.id).execute()
    }
    await postMessage(tx, attempt.id, deliveredMessages[kind], at)
    await returnExcess(tx, attempt.id, at)
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
        db
          .selectFrom('reviews')
          .selectAll()
          .where('attempt_id', 'in', ids)
          .orderBy('created_at')
          .orderBy('reason')
          .execute(),
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

    resolve: (resolution) =>
      transaction(db, (tx) => resolveNow(tx, resolution, now())).catch((error: unknown) => {
        if (error instanceof Overtaken) return 'overtaken'
        throw error
      }),
  }
}

type ToRecord = Parameters<ReviewStore['resolve']>[0]

async function resolveNow(tx: Transaction<Database>, decided: ToRecord, at: number): Promise<'resolved' | 'asks_bss'> {
  const { attemptId, resolution, components, request, who } = decided
  const row = await attemptsWithComponents(tx).where('attempts.id', '=', attemptId).executeTakeFirst()
  if (row === undefined || !areSame(components, componentsFrom(row))) throw new Overtaken()
  if (request !== undefined && !(await closeRequest(tx, request.id, { state: 'approved', by: who, at })))
    throw new Overtaken()
  if (resolution === 'refund' && row.sent_at !== null && (await wantRefund(tx, attemptId, at))) {
    await recordResolution(tx, decided, { at, details: ['the BSS is asked first'] })
    return 'asks_bss'
  }
  const details = await moveAndBegin(tx, toAttempt(row), { ...decided, at })
  await recordResolution(tx, decided, { at, details })
  return 'resolved'
}

/** Returns the reasons of the review, and the amount that was stated. */
async function moveAndBegin(
  tx: Transaction<Database>,
  asked: Attempt,
  { resolution, components, amount, differences, at }: ToRecord & { readonly at: number },
): Promise<readonly string[]> {
  const stated = amountStatedBy(resolution, components) === 'received' ? amount : undefined
  const outcome = stated === undefined ? whole : await acceptReceived(tx, asked, { received: stated, differences })
  const attempt = stated === undefined ? asked : { ...asked, amount: stated }
  const move = getResolutionMove(resolution, components)
  const detail = `by_person_${resolution}`
  if (move !== undefined && !(await applyReviewMove(tx, move, { attempt, at, detail }))) throw new Overtaken()
  // The same reason lists the payment again.
  const ended = await tx.deleteFrom('reviews').where('attempt_id', '=', asked.id).returning('reason').execute()
  if (move === undefined && ended.length === 0) throw new Overtaken()
  await effectOf[resolution](tx, attempt, at, outcome)
  return [...ended.map(({ reason }) => reason), ...(amount === undefined ? [] : [displayMoney(amount)])]
}

function recordResolution(
  tx: Transaction<Database>,
  { reference, resolution, request, agreedBy, who, why, staff }: ToRecord,
  { at, details }: { readonly at: number; readonly details: readonly string[] },
): Promise<unknown> {
  const agreed = [request && `asked by ${request.requestedBy}`, agreedBy && `agreed by ${agreedBy}`]
  return recordAction(tx, {
    ...{ at, who, why, staff, subject: reference },
    action: `payments resolve ${resolution}`,
    detail: [...details, ...agreed].filter(Boolean).join(', '),
  })
}

/** Undoes what the transaction has begun. */
class Overtaken extends Error {}

const whole: ReceivedOutcome = { outcome: 'deliver' }

interface Statement {
  readonly received: Money
  readonly differences: DifferenceRules
}

/** Accepts another amount than was asked for: the refund, receipts and postings follow it from now on. */
async function acceptReceived(
  tx: Transaction<Database>,
  { id, orderId, amount: asked, quote }: Attempt,
  { received, differences }: Statement,
): Promise<ReceivedOutcome> {
  if (isSameMoney(asked, received)) return whole
  await tx
    .updateTable('attempts')
    .set({ amount_minor: received.minor, currency: received.currency })
    .set({ asked_minor: asked.minor, asked_currency: asked.currency })
    .where('id', '=', id)
    .execute()
  const order = await tx.selectFrom('orders').select('kind').where('id', '=', orderId).executeTakeFirstOrThrow()
  const paid = { asked, received, kind: order.kind ?? 'airtime', isConverted: quote !== undefined }
  return judgeReceived(paid, differences)
}
