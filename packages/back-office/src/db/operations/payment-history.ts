import { money } from '@nyanja/domain/money/money'
import type { AttemptState, DeliveryState, RefundState } from '@nyanja/domain/payments/payment-states'
import type { ReviewedComponents } from '@nyanja/domain/payments/review-resolutions'
import { quoteFrom, toBundle, toDeliveryItems, toItems, toPlan } from '@nyanja/server/db/payments/rows'
import type {
  CorrectionTable,
  CreditTable,
  EventTable,
  OrderTable,
  TakebackTable,
} from '@nyanja/server/db/payments/tables'
import { creditIdOf } from '@nyanja/server/payments/credits'
import { takebackIdOf } from '@nyanja/server/payments/takebacks'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type {
  HistoricAttempt,
  HistoricCredit,
  HistoricDelivery,
  HistoricEvent,
  HistoricMessage,
  HistoricTakeback,
  PaymentHistory,
  UndecidedCall,
} from '../../operations/reviews.ts'
import type { Database } from '../schema.ts'

interface ComponentStates {
  readonly money: AttemptState
  readonly delivery: DeliveryState | null
  readonly refund: RefundState | null
  readonly part_minor: number | null
}

export function componentsFrom({ money, delivery, refund, part_minor }: ComponentStates): ReviewedComponents {
  return {
    money,
    ...(delivery === null ? {} : { delivery }),
    ...(refund === null ? {} : { refund }),
    ...(part_minor === null ? {} : { isPartRefund: true }),
  }
}

/** Selects attempts with the states of all three components. */
export function attemptsWithComponents(db: Kysely<Database>) {
  return db
    .selectFrom('attempts')
    .leftJoin('deliveries', 'deliveries.attempt_id', 'attempts.id')
    .leftJoin('refunds', 'refunds.attempt_id', 'attempts.id')
    .selectAll('attempts')
    .select(['attempts.state as money', 'deliveries.state as delivery', 'refunds.state as refund'])
    .select(['refunds.amount_minor as part_minor', 'deliveries.excess_minor'])
    .select(['deliveries.bss_reference', 'deliveries.reason as delivery_reason', 'deliveries.sends'])
    .select(['deliveries.reads', 'deliveries.sent_at', 'deliveries.refund_wanted_at', 'deliveries.items_json'])
    .select(['deliveries.last_call_json as delivery_call', 'refunds.last_call_json as refund_call'])
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
  const { bss_reference, delivery_reason, sends, reads, sent_at, refund_wanted_at, items_json } = row
  return {
    ...{ sends: sends ?? 0, lookups: reads ?? 0 },
    ...(bss_reference !== null && { bssReference: bss_reference }),
    ...(delivery_reason !== null && { reason: delivery_reason }),
    ...(sent_at !== null && { sentAt: sent_at }),
    ...(refund_wanted_at !== null && { refundWantedAt: refund_wanted_at }),
    ...(items_json !== null && { items: toDeliveryItems(items_json) }),
  }
}

function sentFrom(row: Pick<CreditTable, 'amount_minor' | 'currency'> & Selectable<Omit<CreditTable, 'state'>>) {
  const { amount_minor, currency, sends, reads, bss_reference, reason, sent_at } = row
  return {
    ...{ amount: money(currency, amount_minor), sends, lookups: reads },
    ...(bss_reference !== null && { bssReference: bss_reference }),
    ...(reason !== null && { reason }),
    ...(sent_at !== null && { sentAt: sent_at }),
  }
}

const creditFrom = (row: Selectable<CreditTable>): HistoricCredit => ({
  ...sentFrom(row),
  ...{ id: creditIdOf(row.attempt_id), state: row.state },
})

function takebackFrom(row: Selectable<TakebackTable>): HistoricTakeback {
  const { balance_minor, balance_at, currency, state } = row
  return {
    ...sentFrom(row),
    ...{ id: takebackIdOf(row.attempt_id), state },
    ...(balance_minor !== null &&
      balance_at !== null && { balance: { amount: money(currency, balance_minor), at: balance_at } }),
  }
}

interface Parts {
  readonly credits: readonly Selectable<CreditTable>[]
  readonly takebacks: readonly Selectable<TakebackTable>[]
  readonly corrections: readonly Selectable<CorrectionTable>[]
  readonly messages: readonly MessageRow[]
  readonly events: readonly Selectable<EventTable>[]
  readonly reviews: readonly { readonly attempt_id: string; readonly reason: string }[]
}

const Call = z.object({
  ...{ system: z.string(), operation: z.string(), outcome: z.string() },
  ...{ status: z.int().exactOptional(), code: z.string().exactOptional() },
})

const callFrom = (text: string | null) => (text === null ? undefined : Call.parse(JSON.parse(text)))

function eventFrom({ at, component, from_state, to_state, detail, call_json }: Selectable<EventTable>): HistoricEvent {
  const call = callFrom(call_json)
  const move = { at, component, from: from_state, to: to_state }
  return { ...move, ...(detail === null ? {} : { detail }), ...(call && { call }) }
}

/** Lists the calls by component, the money first. */
function undecidedCalls(
  row: AttemptRow,
  credit: Selectable<CreditTable> | undefined,
  takeback: Selectable<TakebackTable> | undefined,
): readonly UndecidedCall[] {
  const texts = [
    { component: 'money', text: row.last_call_json, ...(row.checked_at !== null && { at: row.checked_at }) },
    { component: 'delivery', text: row.delivery_call },
    { component: 'refund', text: row.refund_call },
    { component: 'credit', text: credit?.last_call_json ?? null },
    { component: 'takeback', text: takeback?.last_call_json ?? null },
  ] as const
  return texts.flatMap(({ text, ...known }) => {
    const call = callFrom(text)
    return call === undefined ? [] : [{ ...known, call }]
  })
}

/** Tells whether the provider has reported since that it has what was requested. */
const isAnswered = ({ money: state, asked_minor }: AttemptRow) =>
  (state === 'captured' || state === 'captured_late') && asked_minor === null

function receivedFrom(row: AttemptRow): Pick<HistoricAttempt, 'received' | 'asked'> {
  const { received_minor, received_currency, received_at, asked_minor, asked_currency } = row
  const isReceived = received_minor !== null && received_currency !== null && received_at !== null && !isAnswered(row)
  return {
    ...(isReceived && { received: { amount: money(received_currency, received_minor), at: received_at } }),
    ...(asked_minor !== null && asked_currency !== null && { asked: money(asked_currency, asked_minor) }),
  }
}

function attemptFrom(
  row: AttemptRow,
  { events, reviews, messages, credits, takebacks, corrections }: Parts,
): PaymentHistory['attempts'][number] {
  const quote = quoteFrom(row)
  const credit = credits.find(({ attempt_id }) => attempt_id === row.id)
  const takeback = takebacks.find(({ attempt_id }) => attempt_id === row.id)
  const correction = corrections.find(({ attempt_id }) => attempt_id === row.id)
  return {
    reference: row.reference,
    id: row.id,
    ...(row.provider_reference === null ? {} : { providerReference: row.provider_reference }),
    method: row.method,
    gateway: row.gateway,
    amount: money(row.currency, row.amount_minor),
    ...receivedFrom(row),
    ...(quote && { quote }),
    payerMsisdn: row.payer_msisdn,
    components: componentsFrom(row),
    ...(row.part_minor === null ? {} : { part: money(row.currency, row.part_minor) }),
    ...(credit && { credit: creditFrom(credit) }),
    ...(takeback && { takeback: takebackFrom(takeback) }),
    ...(row.part_minor !== null && row.part_minor === row.excess_minor && { isExcessRefund: true as const }),
    ...(correction && { correction: correction.state }),
    ...(row.refusal === null ? {} : { refusal: row.refusal }),
    checks: row.checks,
    lastCalls: undecidedCalls(row, credit, takeback),
    createdAt: row.created_at,
    ...(row.next_check_at === null ? {} : { nextCheckAt: row.next_check_at }),
    reviews: reviews.filter(({ attempt_id }) => attempt_id === row.id).map(({ reason }) => reason),
    events: events.filter(({ attempt_id }) => attempt_id === row.id).map(eventFrom),
    ...(row.delivery === null ? {} : { delivery: deliveryFrom(row) }),
    messages: messages.filter(({ attempt_id }) => attempt_id === row.id).map(messageFrom),
  }
}

type OrderedProduct = Pick<Selectable<OrderTable>, 'kind' | 'bundle_json' | 'plan_json'> & {
  readonly items_json?: string | null
}

export function productOf({ kind, bundle_json, plan_json, items_json = null }: OrderedProduct): string {
  if (items_json !== null) return `${toItems(items_json).length} numbers`
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
  const [events, reviews, credits, takebacks, corrections, actions, messages] = await Promise.all([
    db.selectFrom('events').selectAll().where('attempt_id', 'in', ids).orderBy('id').execute(),
    db
      .selectFrom('reviews')
      .selectAll()
      .where('attempt_id', 'in', ids)
      .orderBy('created_at')
      .orderBy('reason')
      .execute(),
    db.selectFrom('credits').selectAll().where('attempt_id', 'in', ids).execute(),
    db.selectFrom('takebacks').selectAll().where('attempt_id', 'in', ids).execute(),
    db.selectFrom('corrections').selectAll().where('attempt_id', 'in', ids).execute(),
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
    ...(order.gift_message !== null && { giftMessage: order.gift_message }),
    lineType: order.line_type,
    kind: order.kind ?? 'airtime',
    product: productOf(order),
    createdAt: order.created_at,
    attempts: attempts.map((row) => attemptFrom(row, { events, reviews, messages, credits, takebacks, corrections })),
    actions: actions.map(({ role, reason, ...action }) => ({
      ...action,
      ...(role !== null && { role }),
      ...(reason !== null && { reason }),
    })),
  }
}
