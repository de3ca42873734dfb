import type { JsonObject } from '../core/json.ts'
import { type Refund, refundableMinor, type Transaction } from './transaction.ts'

const domain = 'test'
const integration = 100_032

/** What verify and the webhook say of a transaction: every key is there, also those that are empty. */
export function transactionView(transaction: Transaction): JsonObject {
  const { id, reference, sum, payment, metadata, createdAt } = transaction
  const paid = payment?.sum ?? sum
  const paidAt = payment?.at ?? null
  return {
    id,
    domain,
    status: transaction.status,
    reference,
    receipt_number: null,
    amount: paid.minor,
    message: null,
    gateway_response: transaction.gatewayResponse,
    paid_at: paidAt,
    created_at: createdAt,
    channel: transaction.channel ?? null,
    currency: paid.currency,
    ip_address: '203.0.113.9',
    metadata,
    log: null,
    fees: payment ? feeOf(paid.minor) : null,
    fees_split: null,
    authorization: authorizationView(transaction),
    customer: customerView(transaction),
    plan: null,
    split: {},
    order_id: null,
    paidAt,
    createdAt,
    requested_amount: payment?.requestedMinor ?? sum.minor,
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: createdAt,
    plan_object: {},
    subaccount: {},
  }
}

/** One and a half percent. */
export const feeOf = (minor: number): number => Math.round((minor * 15) / 1000)

function authorizationView({ id, card, channel }: Transaction): JsonObject {
  return {
    authorization_code: card ? `AUTH_${id}` : null,
    bin: card?.bin ?? null,
    last4: card?.last4 ?? null,
    exp_month: card ? '12' : null,
    exp_year: card ? '2030' : null,
    channel: channel ?? null,
    card_type: card?.brand ?? null,
    bank: card ? 'TEST BANK' : null,
    country_code: card ? 'NG' : null,
    brand: card?.brand ?? null,
    reusable: card !== undefined,
    signature: card ? `SIG_${id}` : null,
    account_name: null,
  }
}

function customerView({ id, email }: Transaction): JsonObject {
  return {
    id,
    first_name: null,
    last_name: null,
    email,
    customer_code: `CUS_${id}`,
    phone: null,
    metadata: null,
    risk_action: 'default',
    international_format_phone: null,
  }
}

/** The answer to a new refund. */
export function newRefundView(transaction: Transaction, refund: Refund): JsonObject {
  return { ...refundFields(transaction, refund), transaction: transactionView(transaction), channel: null }
}

/** The answer to who asks for a refund by its id. */
export function refundView(transaction: Transaction, refund: Refund): JsonObject {
  return {
    ...refundFields(transaction, refund),
    transaction: transaction.id,
    transaction_reference: transaction.reference,
    transaction_amount: transaction.payment?.sum.minor ?? 0,
    refunded_at: refund.status === 'processed' ? new Date(refund.dueAtMs).toISOString() : null,
    customer: customerView(transaction),
    dispute: null,
    settlement: null,
    bank_reference: null,
  }
}

function refundFields(transaction: Transaction, refund: Refund): JsonObject {
  return {
    id: refund.id,
    integration,
    domain,
    status: refund.status,
    amount: refund.minor,
    deducted_amount: refund.minor,
    fully_deducted: refundableMinor(transaction) === 0,
    currency: transaction.sum.currency,
    customer_note: refund.customerNote,
    merchant_note: refund.merchantNote,
    refunded_by: 'merchant@example.com',
    expected_at: new Date(refund.dueAtMs).toISOString(),
    createdAt: refund.at,
    updatedAt: refund.at,
  }
}

/** What a webhook says of a refund. Paystack sends the amount as a number or as text, as it comes. */
export function refundEvent({ reference, sum, email }: Transaction, { id, status, minor }: Refund): JsonObject {
  return {
    status,
    transaction_reference: reference,
    refund_reference: `RFD-${id}`,
    amount: status === 'processed' ? String(minor) : minor,
    currency: sum.currency,
    customer: { first_name: null, last_name: null, email },
    integration,
    domain,
  }
}
