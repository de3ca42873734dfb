import type { Insertable } from 'kysely'
import type { Attempt, Begun } from '../../payments/attempt.ts'
import type { Choice, Order } from '../../payments/orders.ts'
import type { Insertion } from '../schema.ts'
import { eventRow } from './move-state.ts'
import type { AttemptTable, OrderTable } from './tables.ts'

export function choiceColumns(choice: Choice | undefined) {
  return {
    kind: choice?.kind ?? null,
    amount_minor: choice?.amount.minor ?? null,
    currency: choice?.amount.currency ?? null,
    bundle_json: choice?.kind === 'bundle' ? JSON.stringify(choice.bundle) : null,
    bill_json: choice !== undefined && 'bill' in choice ? JSON.stringify(choice.bill) : null,
    items_json: choice?.kind === 'several' ? JSON.stringify(choice.items) : null,
    plan_json: choice?.kind === 'plan' ? JSON.stringify(choice.plan) : null,
    lead_reference: choice?.kind === 'plan' ? choice.plan.leadReference : null,
  }
}

export function orderColumnsOf(order: Order): Insertable<OrderTable> {
  return {
    id: order.id,
    channel: order.channel,
    language: order.language,
    msisdn: order.msisdn,
    account: order.account ?? null,
    flow: order.flow ?? null,
    line_type: order.lineType,
    ...choiceColumns(order.choice),
    redirect_page: order.redirectPage,
    email: order.email ?? null,
    pay_link: order.payLink ?? null,
    gift_message: order.giftMessage ?? null,
    created_at: order.createdAt,
    expires_at: order.expiresAt,
  }
}

export function begunRows({ order, attempt }: Begun): readonly Insertion[] {
  return [
    { into: 'orders', rows: [orderColumnsOf(order)] },
    { into: 'attempts', rows: [attemptColumnsOf(attempt)] },
    createdEvent(attempt),
  ]
}

export function createdEvent({ id: attemptId, createdAt: at }: Attempt): Insertion {
  return { into: 'events', rows: [eventRow({ attemptId, component: 'money', from: 'none', to: 'created', at })] }
}

export function attemptColumnsOf(attempt: Attempt): Insertable<AttemptTable> {
  return {
    id: attempt.id,
    order_id: attempt.orderId,
    reference: attempt.reference,
    method: attempt.method,
    gateway: attempt.gateway,
    checkout_type: attempt.checkoutType,
    state: 'created',
    amount_minor: attempt.amount.minor,
    currency: attempt.amount.currency,
    ordered_minor: attempt.quote?.ordered.minor ?? null,
    ordered_currency: attempt.quote?.ordered.currency ?? null,
    rate_minor: attempt.quote?.rate.costs.minor ?? null,
    quoted_at: attempt.quote?.quotedAt ?? null,
    payer_msisdn: attempt.payerMsisdn,
    email: attempt.email ?? null,
    provider_reference: null,
    gateway_url: null,
    return_token: attempt.returnToken,
    returned_at: null,
    refusal: null,
    checked_at: null,
    created_at: attempt.createdAt,
    handed_over_at: null,
    pin_sent_at: null,
    superseded_at: null,
    decided_at: null,
    expires_at: attempt.expiresAt,
    next_check_at: attempt.expiresAt,
  }
}
