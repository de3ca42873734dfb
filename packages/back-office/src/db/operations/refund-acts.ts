import { type Money, money } from '@nyanja/domain/money/money'
import { isGoodwillFor, isPartOf } from '@nyanja/domain/payments/returned-money'
import { hasRoomFor, isPrepaidLine } from '@nyanja/domain/staff/payment-acts'
import { refundWithMessage } from '@nyanja/server/db/payments/begin-components'
import { beginCredit } from '@nyanja/server/db/payments/credit-store'
import type { Transaction } from 'kysely'
import type { PaymentActed } from '../../operations/payment-acts.ts'
import type { Database } from '../schema.ts'
import { componentsFrom } from './payment-history.ts'

/** An act that a second person decides, as its effects read it. */
export interface MoneyAct {
  readonly reference: string
  /** The amount of a refund in part, goodwill or a takeback. */
  readonly amount: Money | undefined
  readonly at: number
}

/**
 * Locks the row until the transaction ends, so that nothing is returned twice. Dependent rows are read by later
 * statements: the one that waits for the lock does not see what another transaction has just added.
 */
export const lockPaid = (tx: Transaction<Database>, reference: string) =>
  tx
    .updateTable('attempts')
    .set((row) => ({ checks: row.ref('checks') }))
    .where('reference', '=', reference)
    .where('state', 'in', ['captured', 'captured_late'])
    .returning(['id', 'gateway', 'amount_minor', 'currency', 'ordered_minor', 'ordered_currency'])
    .executeTakeFirst()

type PaidRow = NonNullable<Awaited<ReturnType<typeof lockPaid>>>

/** Returns what was charged, and the order's own amount. */
export function sumsOf({ currency, amount_minor, ordered_minor, ordered_currency }: PaidRow) {
  const paid = money(currency, amount_minor)
  const price = ordered_minor === null || ordered_currency === null ? paid : money(ordered_currency, ordered_minor)
  return { paid, price }
}

/** Tells whether this can be given beside what the payment has given already. */
async function hasRoom(tx: Transaction<Database>, attempt: PaidRow, given: Parameters<typeof hasRoomFor>[0]) {
  const { id, currency } = attempt
  const row = await tx
    .selectFrom('attempts')
    .leftJoin('deliveries', 'deliveries.attempt_id', 'attempts.id')
    .leftJoin('refunds', 'refunds.attempt_id', 'attempts.id')
    .leftJoin('credits', 'credits.attempt_id', 'attempts.id')
    .select(['attempts.state as money', 'deliveries.state as delivery', 'refunds.state as refund'])
    .select(['refunds.amount_minor as part_minor', 'credits.state as credit', 'credits.amount_minor as credit_minor'])
    .where('attempts.id', '=', id)
    .executeTakeFirstOrThrow()
  const { part_minor, credit, credit_minor } = row
  const { paid, price } = sumsOf(attempt)
  return hasRoomFor(given, {
    ...{ paid, price, components: componentsFrom(row), requested: [] },
    ...(part_minor !== null && { part: money(currency, part_minor) }),
    ...(credit !== null &&
      credit_minor !== null && { credit: { state: credit, amount: money(price.currency, credit_minor) } }),
  })
}

/**
 * Refunds what was delivered, or a part: the customer keeps the goods. Any other payment, and one in review, is
 * refunded by a review. An order for home internet counts as paid or not, so that it has no part. What was moved to
 * another number is not refunded, and a request to move it ends with the refund.
 */
export async function refundDelivered(
  tx: Transaction<Database>,
  { reference, amount: part, at }: MoneyAct,
): Promise<PaymentActed> {
  const attempt = await lockPaid(tx, reference)
  if (attempt === undefined) return 'overtaken'
  const paid = money(attempt.currency, attempt.amount_minor)
  if (part !== undefined && !isPartOf(part, paid)) return 'overtaken'
  const delivered = await tx
    .selectFrom('deliveries')
    .leftJoin('refunds', 'refunds.attempt_id', 'deliveries.attempt_id')
    .leftJoin('reviews', 'reviews.attempt_id', 'deliveries.attempt_id')
    .leftJoin('credits', (join) =>
      join.onRef('credits.attempt_id', '=', 'deliveries.attempt_id').on('credits.state', 'in', ['due', 'sending']),
    )
    .leftJoin('corrections', (join) =>
      join.onRef('corrections.attempt_id', '=', 'deliveries.attempt_id').on('corrections.state', '=', 'moved'),
    )
    .select('deliveries.kind')
    .where('deliveries.attempt_id', '=', attempt.id)
    .where('deliveries.state', '=', 'delivered')
    .where('refunds.attempt_id', 'is', null)
    .where('reviews.attempt_id', 'is', null)
    .where('corrections.attempt_id', 'is', null)
    // Airtime that cannot be given goes back as money, and a payment has one refund.
    .where('credits.attempt_id', 'is', null)
    .executeTakeFirst()
  if (delivered === undefined || (part !== undefined && delivered.kind === 'plan')) return 'overtaken'
  if (!(await hasRoom(tx, attempt, { refundMinor: (part ?? paid).minor }))) return 'overtaken'
  await tx
    .updateTable('corrections')
    .set({ state: 'refunded', decided_at: at })
    .where('attempt_id', '=', attempt.id)
    .where('state', '=', 'asked')
    .execute()
  // The console has no worker: the queue finds the row at its next claim.
  await refundWithMessage(tx, { id: attempt.id, partMinor: part?.minor ?? null, at })
  return 'done'
}

/** Gives airtime to the line that was paid for, once its payment is final. */
export async function giveCredit(
  tx: Transaction<Database>,
  { reference, amount, at }: MoneyAct,
): Promise<PaymentActed> {
  const attempt = await lockPaid(tx, reference)
  if (attempt === undefined || amount === undefined) return 'overtaken'
  const paid = await tx
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .leftJoin('deliveries', 'deliveries.attempt_id', 'attempts.id')
    .leftJoin('refunds', 'refunds.attempt_id', 'attempts.id')
    .select(['orders.msisdn', 'orders.account', 'orders.line_type as lineType'])
    .select(({ fn }) => [
      fn.coalesce('attempts.ordered_minor', 'attempts.amount_minor').as('minor'),
      fn.coalesce('attempts.ordered_currency', 'attempts.currency').as('currency'),
    ])
    .where('attempts.id', '=', attempt.id)
    .where(({ or, eb }) => or([eb('deliveries.state', '=', 'delivered'), eb('refunds.state', '=', 'refunded')]))
    .executeTakeFirst()
  if (paid === undefined || !isGoodwillFor(amount, money(paid.currency, paid.minor))) return 'overtaken'
  const { msisdn, lineType, account } = paid
  if (!isPrepaidLine({ msisdn, lineType, ...(account !== null && { account }) })) return 'overtaken'
  if (!(await hasRoom(tx, attempt, { creditMinor: amount.minor }))) return 'overtaken'
  return (await beginCredit(tx, attempt.id, { amount, at })) ? 'done' : 'overtaken'
}
