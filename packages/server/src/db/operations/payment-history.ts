import { money } from '@nyanja/domain/money/money'
import type { AttemptState, DeliveryState, RefundState } from '@nyanja/domain/payments/payment-states'
import type { ReviewedComponents } from '@nyanja/domain/payments/review-resolutions'
import type { Kysely, Selectable } from 'kysely'
import type { HistoricDelivery, HistoricEvent, HistoricMessage, PaymentHistory } from '../../operations/reviews.ts'
import { quoteFrom, toBundle, toPlan } from '../payments/rows.ts'
import type { EventTable, OrderTable } from '../payments/tables.ts'
import type { Database } from '../schema.ts'

interface ComponentStates {
  readonly money: AttemptState
  readonly delivery: DeliveryState | null
  readonly refund: RefundState | null
}

export function componentsFrom({ money, delivery, refund }: ComponentStates): ReviewedComponents {
  return { money, ...(delivery === null ? {} : { delivery }), ...(refund === null ? {} : { refund }) }
}

/** Attempts with the states of all three components. */
export function attemptsWithComponents(db: Kysely<Database>) {
  return db
    .selectFrom('attempts')
    .leftJoin('deliveries', 'deliveries.attempt_id', 'attempts.id')
    .leftJoin('refunds', 'refunds.attempt_id', 'attempts.id')
    .selectAll('attempts')
    .select(['attempts.state as money', 'deliveries.state as delivery', 'refunds.state as refund'])
    .select(['deliveries.bss_reference', 'deliveries.reason as delivery_reason', 'deliveries.sends'])
    .select(['deliveries.reads', 'deliveries.sent_at'])
}

type AttemptRow = Awaited<ReturnType<ReturnType<typeof attemptsWithComponents>['executeTakeFirstOrThrow']>>

type MessageRow = Awaited<ReturnType<typeof readMessages>>[number]

async function readMessages(db: Kysely<Database>, attemptIds: readonly string[]) {
  const columns = ['attempt_id', 'kind', 'language', 'state', 'created_at'] as const
  const [sms, mails] = await Promise.all([
    db.selectFrom('messages').select(columns).where('attempt_id', 'in', attemptIds).execute(),
    db.selectFrom('mails').select(columns).where('attempt_id', 'in', attemptIds).execute(),
  ])
  const all = [
    ...sms.map((row) => ({ ...row, channel: 'sms' as const })),
    ...mails.map((row) => ({ ...row, channel: 'mail' as const })),
  ]
  return all.sort((left, right) => left.created_at - right.created_at)
}

const messageFrom = ({ channel, kind, language, state, created_at }: MessageRow): HistoricMessage => ({
  ...{ channel, kind, language, state },
  createdAt: created_at,
})

function deliveryFrom(row: AttemptRow): HistoricDelivery {
  const { bss_reference, delivery_reason, sends, reads, sent_at } = row
  return {
    ...{ sends: sends ?? 0, lookups: reads ?? 0 },
    ...(bss_reference !== null && { bssReference: bss_reference }),
    ...(delivery_reason !== null && { reason: delivery_reason }),
    ...(sent_at !== null && { sentAt: sent_at }),
  }
}

interface Parts {
  readonly messages: readonly MessageRow[]
  readonly events: readonly Selectable<EventTable>[]
  readonly reviews: readonly { readonly attempt_id: string; readonly reason: string }[]
}

function eventFrom({ at, component, from_state, to_state, detail }: Selectable<EventTable>): HistoricEvent {
  return { at, component, from: from_state, to: to_state, ...(detail === null ? {} : { detail }) }
}

function attemptFrom(row: AttemptRow, { events, reviews, messages }: Parts): PaymentHistory['attempts'][number] {
  const quote = quoteFrom(row)
  return {
    reference: row.reference,
    id: row.id,
    ...(row.provider_reference === null ? {} : { providerReference: row.provider_reference }),
    method: row.method,
    gateway: row.gateway,
    amount: money(row.currency, row.amount_minor),
    ...(quote && { quote }),
    payerMsisdn: row.payer_msisdn,
    components: componentsFrom(row),
    ...(row.refusal === null ? {} : { refusal: row.refusal }),
    checks: row.checks,
    createdAt: row.created_at,
    ...(row.next_check_at === null ? {} : { nextCheckAt: row.next_check_at }),
    reviews: reviews.filter(({ attempt_id }) => attempt_id === row.id).map(({ reason }) => reason),
    events: events.filter(({ attempt_id }) => attempt_id === row.id).map(eventFrom),
    ...(row.delivery === null ? {} : { delivery: deliveryFrom(row) }),
    messages: messages.filter(({ attempt_id }) => attempt_id === row.id).map(messageFrom),
  }
}

export function productOf({
  kind,
  bundle_json,
  plan_json,
}: Pick<Selectable<OrderTable>, 'kind' | 'bundle_json' | 'plan_json'>): string {
  if (plan_json !== null) return toPlan(plan_json).description
  return bundle_json === null ? (kind ?? 'draft') : toBundle(bundle_json).name
}

/** All rows of the order whose attempt has this reference or id. */
export async function paymentHistory(db: Kysely<Database>, name: string): Promise<PaymentHistory | undefined> {
  const found = await db
    .selectFrom('attempts')
    .select(['reference', 'order_id'])
    .where((where) => where.or([where('reference', '=', name), where('id', '=', name)]))
    .executeTakeFirst()
  if (found === undefined) return undefined

  const [order, attempts] = await Promise.all([
    db.selectFrom('orders').selectAll().where('id', '=', found.order_id).executeTakeFirstOrThrow(),
    attemptsWithComponents(db)
      .where('attempts.order_id', '=', found.order_id)
      .orderBy('attempts.created_at')
      .orderBy('attempts.id')
      .execute(),
  ])
  const ids = attempts.map(({ id }) => id)
  const references = attempts.map(({ reference }) => reference)
  const [events, reviews, actions, messages] = await Promise.all([
    db.selectFrom('events').selectAll().where('attempt_id', 'in', ids).orderBy('id').execute(),
    db.selectFrom('reviews').selectAll().where('attempt_id', 'in', ids).orderBy('created_at').execute(),
    db
      .selectFrom('operator_actions')
      .select(['at', 'who', 'action', 'subject', 'why', 'role', 'reason'])
      .where('subject', 'in', references)
      .orderBy('id')
      .execute(),
    readMessages(db, ids),
  ])
  return {
    reference: found.reference,
    channel: order.channel,
    msisdn: order.msisdn,
    ...(order.account !== null && { account: order.account }),
    lineType: order.line_type,
    product: productOf(order),
    createdAt: order.created_at,
    attempts: attempts.map((row) => attemptFrom(row, { events, reviews, messages })),
    actions: actions.map(({ role, reason, ...action }) => ({
      ...action,
      ...(role !== null && { role }),
      ...(reason !== null && { reason }),
    })),
  }
}
