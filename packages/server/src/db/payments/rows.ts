import type { Bill } from '@nyanja/domain/bills/bill'
import type { Bundle } from '@nyanja/domain/bundles/bundle'
import type { Plan } from '@nyanja/domain/leads/plan'
import { money } from '@nyanja/domain/money/money'
import { type DeliveryItem, itemStates, type OrderItem } from '@nyanja/domain/payments/order-items'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Attempt, Credit, Delivery, Refund } from '../../payments/attempt.ts'
import type { Choice, Order } from '../../payments/orders.ts'
import type { AttemptTable, CreditTable, DeliveryTable, OrderTable, RefundTable } from './tables.ts'

/** The columns by name: a later release may add some while a statement is prepared. */
export const orderColumns = [
  ...(['id', 'channel', 'language', 'msisdn', 'account', 'flow', 'line_type', 'kind', 'amount_minor'] as const),
  ...(['currency', 'bundle_json', 'bill_json', 'plan_json', 'lead_reference', 'redirect_page', 'email'] as const),
  ...(['pay_link', 'gift_message', 'items_json', 'created_at', 'expires_at'] as const),
] as const
export const attemptColumns = [
  ...(['id', 'order_id', 'reference', 'method', 'gateway', 'checkout_type', 'state', 'amount_minor'] as const),
  ...(['currency', 'ordered_minor', 'ordered_currency', 'rate_minor', 'quoted_at', 'payer_msisdn', 'email'] as const),
  ...(['provider_reference', 'gateway_url', 'return_token', 'returned_at', 'pays_order', 'refusal', 'checks'] as const),
  ...(['hints', 'checked_at', 'created_at', 'handed_over_at', 'pin_sent_at', 'superseded_at', 'decided_at'] as const),
  ...(['expires_at', 'next_check_at', 'lease_until', 'held_by'] as const),
] as const
export const deliveryColumns = [
  ...(['attempt_id', 'kind', 'msisdn', 'product_code', 'bill_json', 'lead_reference', 'remaining_minor'] as const),
  ...(['amount_minor', 'currency', 'state', 'bss_reference', 'sends', 'reads', 'created_at', 'sent_at'] as const),
  ...(['decided_at', 'excess_minor', 'excess_way', 'refund_wanted_at', 'items_json'] as const),
] as const
export const refundColumns = ['attempt_id', 'amount_minor', 'state', 'tries', 'created_at', 'decided_at'] as const
export const creditColumns = ['attempt_id', 'amount_minor', 'currency', 'state', 'decided_at'] as const

type OrderRow = Pick<Selectable<OrderTable>, (typeof orderColumns)[number]>
type AttemptRow = Pick<Selectable<AttemptTable>, (typeof attemptColumns)[number]>
type DeliveryRow = Pick<Selectable<DeliveryTable>, (typeof deliveryColumns)[number]>
type RefundRow = Pick<Selectable<RefundTable>, (typeof refundColumns)[number]>
type CreditRow = Pick<Selectable<CreditTable>, (typeof creditColumns)[number]>

const BundleJson = z.custom<Bundle>(
  (value) => z.object({ productCode: z.string(), name: z.string() }).safeParse(value).success,
)

/** Reads the bundle as sold: the catalogue may change during the order's lifetime. */
export function toBundle(json: string): Bundle {
  return BundleJson.parse(JSON.parse(json))
}

const BillJson = z.custom<Bill>(
  (value) =>
    z.object({ account: z.string(), invoices: z.array(z.object({ billId: z.string() })) }).safeParse(value).success,
)

/** Reads the bill as chosen: billing may change it during the order's lifetime. */
export function toBill(json: string): Bill {
  return BillJson.parse(JSON.parse(json))
}

const PlanJson = z.custom<Plan>(
  (value) =>
    z.object({ code: z.string(), description: z.string(), leadReference: z.string() }).safeParse(value).success,
)

export function toPlan(json: string): Plan {
  return PlanJson.parse(JSON.parse(json))
}

const ItemsJson = z.custom<readonly OrderItem[]>(
  (value) =>
    z.array(z.object({ msisdn: z.string(), amount: z.object({ minor: z.number() }) })).safeParse(value).success,
)

/** Reads the items as sold. */
export function toItems(json: string): readonly OrderItem[] {
  return ItemsJson.parse(JSON.parse(json))
}

const DeliveryItemsJson = z.custom<readonly DeliveryItem[]>(
  (value) => z.array(z.object({ msisdn: z.string(), state: z.enum(itemStates) })).safeParse(value).success,
)

/** Reads what is known of each item. */
export function toDeliveryItems(json: string): readonly DeliveryItem[] {
  return DeliveryItemsJson.parse(JSON.parse(json))
}

function choiceFrom(row: OrderRow): Choice | undefined {
  if (row.kind === null || row.amount_minor === null || row.currency === null) return undefined
  const amount = money(row.currency, row.amount_minor)
  const { kind, bundle_json, bill_json, plan_json, items_json } = row
  if (kind === 'bundle' && bundle_json !== null) return { kind, amount, bundle: toBundle(bundle_json) }
  if (kind === 'plan' && plan_json !== null) return { kind, amount, plan: toPlan(plan_json) }
  // A forgotten account leaves its amount.
  if (kind === 'bill' || kind === 'invoice')
    return { kind, amount, bill: bill_json === null ? { account: '', invoices: [] } : toBill(bill_json) }
  // Forgotten numbers leave the amount.
  if (kind === 'several') return { kind, amount, items: items_json === null ? [] : toItems(items_json) }
  return { kind: 'airtime', amount }
}

export function orderFrom(row: OrderRow): Order {
  const choice = choiceFrom(row)
  return {
    id: row.id,
    channel: row.channel,
    language: row.language,
    msisdn: row.msisdn,
    lineType: row.line_type,
    ...(choice === undefined ? {} : { choice }),
    redirectPage: row.redirect_page,
    ...present({ account: row.account, flow: row.flow, email: row.email, payLink: row.pay_link }),
    ...present({ giftMessage: row.gift_message }),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

/** Columns without a value become absent fields. */
type Present<T> = { [K in keyof T]?: NonNullable<T[K]> }

function present<T extends Record<string, unknown>>(fields: T): Present<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== null)
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> }
}

export function quoteFrom(
  row: Pick<
    AttemptRow,
    'amount_minor' | 'currency' | 'ordered_minor' | 'ordered_currency' | 'rate_minor' | 'quoted_at'
  >,
): Attempt['quote'] {
  const { ordered_minor, ordered_currency: one, rate_minor, quoted_at: quotedAt } = row
  if (ordered_minor === null || one === null || rate_minor === null || quotedAt === null) return undefined
  const rate = { one, costs: money(row.currency, rate_minor) }
  return { ordered: money(one, ordered_minor), charged: money(row.currency, row.amount_minor), rate, quotedAt }
}

export function toAttempt(row: AttemptRow): Attempt {
  const quote = quoteFrom(row)
  return {
    id: row.id,
    orderId: row.order_id,
    reference: row.reference,
    method: row.method,
    gateway: row.gateway,
    checkoutType: row.checkout_type,
    state: row.state,
    amount: money(row.currency, row.amount_minor),
    ...(quote && { quote }),
    payerMsisdn: row.payer_msisdn,
    returnToken: row.return_token,
    paysOrder: row.pays_order === 1,
    checks: row.checks,
    hints: row.hints,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...present({
      email: row.email,
      providerReference: row.provider_reference,
      gatewayUrl: row.gateway_url,
      returnedAt: row.returned_at,
      refusal: row.refusal,
      handedOverAt: row.handed_over_at,
      pinSentAt: row.pin_sent_at,
      supersededAt: row.superseded_at,
      decidedAt: row.decided_at,
      nextCheckAt: row.next_check_at,
      checkedAt: row.checked_at,
    }),
  }
}

export function deliveryFrom(row: DeliveryRow, reference: string): Delivery {
  return {
    attemptId: row.attempt_id,
    reference,
    kind: row.kind,
    msisdn: row.msisdn,
    amount: money(row.currency, row.amount_minor),
    state: row.state,
    sends: row.sends,
    lookups: row.reads,
    createdAt: row.created_at,
    ...present({
      productCode: row.product_code,
      leadReference: row.lead_reference,
      sentAt: row.sent_at,
      bssReference: row.bss_reference,
      decidedAt: row.decided_at,
      refundWantedAt: row.refund_wanted_at,
    }),
    ...(row.excess_minor !== null &&
      row.excess_way !== null && { excess: { minor: row.excess_minor, way: row.excess_way } }),
    ...(row.bill_json !== null && { bill: toBill(row.bill_json) }),
    ...(row.items_json !== null && { items: toDeliveryItems(row.items_json) }),
    ...(row.remaining_minor !== null && { remaining: money(row.currency, row.remaining_minor) }),
  }
}

export function refundFrom(row: RefundRow, { amount: { currency } }: Pick<Attempt, 'amount'>): Refund {
  return {
    attemptId: row.attempt_id,
    ...(row.amount_minor !== null && { part: money(currency, row.amount_minor) }),
    state: row.state,
    tries: row.tries,
    createdAt: row.created_at,
    ...present({ decidedAt: row.decided_at }),
  }
}

/** Converts the row of a credit, or of a takeback, which has states of its own. */
export function creditFrom<State>(
  row: Omit<CreditRow, 'state'> & { readonly state: State },
): Omit<Credit, 'state'> & { readonly state: State } {
  const { currency, amount_minor, state, decided_at } = row
  return { amount: money(currency, amount_minor), state, ...present({ decidedAt: decided_at }) }
}

/** Tells whether a text can be stored: PostgreSQL stores no NUL in one, and rejects one in a parameter. */
export function canBeStored(text: string): boolean {
  return !text.includes('\0')
}
