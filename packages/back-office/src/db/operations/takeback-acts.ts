import { isTakebackFor } from '@nyanja/domain/payments/returned-money'
import { isPrepaidLine } from '@nyanja/domain/staff/payment-acts'
import { beginTakeback, endTakeback, takebackDue } from '@nyanja/server/db/payments/takeback-store'
import type { Database } from '@nyanja/server/db/schema'
import type { Transaction } from 'kysely'
import type { PaymentActed } from '../../operations/payment-acts.ts'
import { lockPaid, type MoneyAct, sumsOf } from './refund-acts.ts'

/** Locks the payment, if it has that much airtime that was delivered and refunded, and no review. */
async function lockTakeable(
  tx: Transaction<Database>,
  { reference, amount }: MoneyAct,
): Promise<{ readonly id: string } | undefined> {
  const attempt = await lockPaid(tx, reference)
  if (attempt === undefined || amount === undefined) return undefined
  const { id, amount_minor } = attempt
  const given = await tx
    .selectFrom('deliveries')
    .innerJoin('refunds', 'refunds.attempt_id', 'deliveries.attempt_id')
    .innerJoin('orders', 'orders.id', 'deliveries.order_id')
    .leftJoin('reviews', 'reviews.attempt_id', 'deliveries.attempt_id')
    .select(['deliveries.amount_minor as given_minor', 'refunds.amount_minor as part_minor'])
    .select(['orders.msisdn', 'orders.account', 'orders.line_type as lineType'])
    .where('deliveries.attempt_id', '=', id)
    .where('deliveries.kind', '=', 'airtime')
    .where('deliveries.state', '=', 'delivered')
    .where('refunds.state', '=', 'refunded')
    // A refund of money paid beyond the price bought nothing, so it takes nothing back.
    .where(({ or, eb }) =>
      or([
        eb('refunds.amount_minor', 'is', null),
        eb('deliveries.excess_minor', 'is', null),
        eb('refunds.amount_minor', '<>', eb.ref('deliveries.excess_minor')),
      ]),
    )
    .where('reviews.attempt_id', 'is', null)
    .executeTakeFirst()
  if (given === undefined || amount.minor > given.given_minor) return undefined
  const { msisdn, lineType, account, part_minor } = given
  if (!isPrepaidLine({ msisdn, lineType, ...(account !== null && { account }) })) return undefined
  return isTakebackFor(amount, { ...sumsOf(attempt), refundMinor: part_minor ?? amount_minor }) ? { id } : undefined
}

/** The portal reads what the line has, for the second person. */
export async function askTakeback(tx: Transaction<Database>, asked: MoneyAct): Promise<PaymentActed> {
  const takeable = await lockTakeable(tx, asked)
  if (takeable === undefined || asked.amount === undefined) return 'overtaken'
  return (await beginTakeback(tx, takeable.id, { amount: asked.amount, at: asked.at })) ? 'done' : 'overtaken'
}

/** The debit is due if the balance that was seen is enough for it. */
export async function agreeToTakeback(tx: Transaction<Database>, agreed: MoneyAct): Promise<PaymentActed> {
  const takeable = await lockTakeable(tx, agreed)
  if (takeable === undefined) return endAsked(tx, agreed, 'not_possible_any_more')
  const seen = await tx
    .selectFrom('takebacks')
    .select('attempt_id')
    .where('attempt_id', '=', takeable.id)
    .where('state', '=', 'asked')
    .whereRef('balance_minor', '>=', 'amount_minor')
    .executeTakeFirst()
  if (seen === undefined) return endAsked(tx, agreed, 'not_possible_any_more')
  return (await takebackDue(tx, takeable.id, agreed.at)) ? 'done' : 'overtaken'
}

export async function declineTakeback(tx: Transaction<Database>, declined: MoneyAct): Promise<PaymentActed> {
  await endAsked(tx, declined, 'declined')
  return 'done'
}

/** A request that is over leaves nothing that waits. */
async function endAsked(tx: Transaction<Database>, { reference, at }: MoneyAct, reason: string): Promise<'overtaken'> {
  const attempt = await tx.selectFrom('attempts').select('id').where('reference', '=', reference).executeTakeFirst()
  if (attempt !== undefined) await endTakeback(tx, attempt.id, { reason, at })
  return 'overtaken'
}
