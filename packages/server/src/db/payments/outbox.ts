import { insertAll } from '@nyanja/database/change-together'
import { maskAccount } from '@nyanja/domain/bills/account-number'
import { invoiceNumbers } from '@nyanja/domain/bills/bill'
import { endOfBundle } from '@nyanja/domain/bundles/bundle'
import { type Currency, displayMoney, money } from '@nyanja/domain/money/money'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import { translate } from '@nyanja/domain/texts/language'
import type { Kysely, Transaction } from 'kysely'
import { giftMessageKind } from '../../payments/gift-messages.ts'
import { reminderMessageKinds } from '../../payments/reminders/reminder.ts'
import type { Database, Insertion } from '../schema.ts'
import { findGiftMessage } from './gift-messages.ts'
import { toBill, toBundle, toItems, toPlan } from './rows.ts'

/** The message to the payer when the component reaches the state. */
export const deliveredMessages = {
  airtime: 'deliveredAirtime',
  bundle: 'deliveredBundle',
  bill: 'billPaid',
  invoice: 'billPaid',
  plan: 'planPaid',
  several: 'deliveredSeveral',
} as const satisfies Record<OrderKind, string>

/** The message of an order for several numbers, some of which could not get theirs. */
export const deliveredSome = 'deliveredSome'

export type MessageKind =
  | (typeof deliveredMessages)[OrderKind]
  | typeof deliveredSome
  | RefundMessage
  | PartRefundMessage
  | 'creditGiven'
  | TakebackMessage
  | typeof giftMessageKind

/** The messages of a refund of only a part of the money. */
const ofPart = { refundBegun: 'partRefundBegun', refunded: 'partRefunded' } as const

type RefundMessage = keyof typeof ofPart
type PartRefundMessage = (typeof ofPart)[RefundMessage]

/** The messages about a takeback, to the payer, and to the line that had the goods when that is another one. */
type TakebackMessage = 'takenBack' | typeof toOtherLine
const toOtherLine = 'takenFromLine'

/** The messages that are no receipt: those to other lines, and reminders. They are sent once. */
export const notReceipts: ReadonlySet<string> = new Set([toOtherLine, giftMessageKind, ...reminderMessageKinds])

const isOfDelivery = (kind: MessageKind): boolean =>
  kind === deliveredSome || Object.values<MessageKind>(deliveredMessages).includes(kind)

const isOfRefund = (kind: MessageKind): kind is RefundMessage => Object.hasOwn(ofPart, kind)

/** The messages of a payment, with its latest state first. */
export const latestMessages: readonly MessageKind[] = [
  'creditGiven',
  'takenBack',
  ...Object.values(ofPart).reverse(),
  ...['refunded' as const, 'refundBegun' as const],
]

interface Posting {
  readonly attemptId: string
  readonly kind: MessageKind
  readonly at: number
}

/** Queues the messages to the payer in the transaction of the move that they report. */
export async function postMessage(
  tx: Transaction<Database>,
  attemptId: string,
  about: MessageKind,
  at: number,
): Promise<void> {
  await insertAll(tx, await messagesAbout(tx, attemptId, about, at))
}

/** Reads all that a message about a payment may name. */
const readPaid = (db: Kysely<Database>, attemptId: string) =>
  db
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .leftJoin('refunds', 'refunds.attempt_id', 'attempts.id')
    .leftJoin('credits', 'credits.attempt_id', 'attempts.id')
    .leftJoin('takebacks', 'takebacks.attempt_id', 'attempts.id')
    .select([
      'payer_msisdn',
      'reference',
      'method',
      'attempts.gateway',
      'language',
      'attempts.email',
      'attempts.amount_minor',
      'attempts.currency',
      'ordered_minor',
      'ordered_currency',
      'bundle_json',
      'bill_json',
      'plan_json',
      'items_json',
      'msisdn',
      'gift_message',
      'account',
      'refunds.amount_minor as part_minor',
      'credits.amount_minor as credit_minor',
      'credits.currency as credit_currency',
      'takebacks.amount_minor as taken_minor',
      'takebacks.currency as taken_currency',
    ])
    .where('attempts.id', '=', attemptId)
    .executeTakeFirstOrThrow()

/** Builds the rows of these messages, for a move that adds them itself. The first of an SMS is the payer's, if any. */
export async function messagesAbout(
  db: Kysely<Database>,
  attemptId: string,
  about: MessageKind,
  at: number,
): Promise<readonly Insertion[]> {
  const row = await readPaid(db, attemptId)
  const kind = isOfRefund(about) && row.part_minor !== null ? ofPart[about] : about
  const what = { ...sumsOf(row, kind), ...bundleParams(row, at) }
  const params = {
    reference: row.reference,
    ...what,
    at: String(at),
    method: row.method,
    gateway: row.gateway,
    ...receiverParams(row),
    ...planParams(row.plan_json),
  }
  const message = { language: row.language, params_json: JSON.stringify(params) }
  // The account contact is notified for an account whose payer gave no number, if billing knows one.
  const recipient = row.payer_msisdn || (row.account === null ? '' : row.msisdn)
  const posting = { ...rowOf({ attemptId, kind, at }), ...message }
  const sms = (to: string, changed = {}): Insertion => ({
    into: 'messages',
    rows: [{ ...posting, ...changed, msisdn: to }],
    mayExist: true,
  })
  const hasOtherLine = kind === 'takenBack' && row.msisdn !== '' && row.msisdn !== recipient
  const words = isOfDelivery(kind) ? await findGiftMessage(db, row, at) : undefined
  const gift = {
    ...rowOf({ attemptId, kind: giftMessageKind, at }),
    params_json: JSON.stringify({ ...what, message: words }),
  }
  // A card has no number of its own: the receiver gets one SMS, which tells what came.
  const hasReceipt = recipient !== '' && (words === undefined || recipient !== row.msisdn)
  const mail: Insertion = { into: 'mails', rows: [posting], mayExist: true }
  return [
    ...(hasReceipt ? [sms(recipient)] : []),
    ...(hasOtherLine ? [sms(row.msisdn, rowOf({ attemptId, kind: toOtherLine, at }))] : []),
    ...(words === undefined ? [] : [sms(row.msisdn, gift)]),
    ...(row.email === null ? [] : [mail]),
  ]
}

interface Sums {
  readonly amount_minor: number
  readonly currency: Currency
  readonly ordered_minor: number | null
  readonly ordered_currency: Currency | null
  readonly part_minor: number | null
  readonly credit_minor: number | null
  readonly credit_currency: Currency | null
  readonly taken_minor: number | null
  readonly taken_currency: Currency | null
}

/** Deliveries are reported as ordered, refunds as paid. */
function sumsOf(row: Sums, kind: MessageKind) {
  const { amount_minor, currency, ordered_minor, ordered_currency, part_minor, credit_minor, credit_currency } = row
  const { taken_minor, taken_currency } = row
  const paid = displayMoney(money(currency, amount_minor))
  if (kind === 'takenBack' && taken_minor !== null && taken_currency !== null)
    return { amount: displayMoney(money(taken_currency, taken_minor)) }
  if (kind === 'creditGiven' && credit_minor !== null && credit_currency !== null)
    return { amount: displayMoney(money(credit_currency, credit_minor)) }
  if ((kind === 'partRefundBegun' || kind === 'partRefunded') && part_minor !== null)
    return { amount: displayMoney(money(currency, part_minor)), paid }
  if (isOfRefund(kind) || ordered_minor === null || ordered_currency === null) return { amount: paid }
  return { amount: displayMoney(money(ordered_currency, ordered_minor)), paid }
}

const rowOf = ({ attemptId, kind, at }: Posting) =>
  ({
    id: `${attemptId}-${kind}`,
    attempt_id: attemptId,
    kind,
    state: 'due',
    created_at: at,
    next_check_at: at,
  }) as const

type ReceiverRow = Pick<Awaited<ReturnType<typeof readPaid>>, 'account' | 'bill_json' | 'items_json' | 'msisdn'>

function receiverParams({ account, bill_json, items_json, msisdn }: ReceiverRow): Record<string, string> {
  if (items_json !== null) return { numbers: String(toItems(items_json).length) }
  return account === null ? { line: msisdn } : accountParams(account, bill_json)
}

function accountParams(account: string, billJson: string | null): Record<string, string> {
  const invoices = billJson === null ? [] : toBill(billJson).invoices
  return { account: maskAccount(account), invoices: invoiceNumbers(invoices) }
}

function planParams(json: string | null): Record<string, string> {
  if (json === null) return {}
  const { description, leadReference } = toPlan(json)
  return { bundle: description, lead: leadReference }
}

function bundleParams(row: { bundle_json: string | null; language: string }, at: number): Record<string, string> {
  if (row.bundle_json === null) return {}
  const bundle = translate(toBundle(row.bundle_json), row.language)
  const endsAt = endOfBundle(bundle, at)
  return { bundle: bundle.name, ...(endsAt === undefined ? {} : { endsAt: String(endsAt) }) }
}
