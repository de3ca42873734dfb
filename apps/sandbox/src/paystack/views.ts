import type { Json, JsonObject } from '../core/bodies.ts'
import { type Refund, refundableMinor, type Transaction } from './ledger.ts'

const domain = 'test'
const integration = 100_032

/** A transaction in answers of verify and in webhooks: every key is present, including empty ones. */
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
    channel: channelOf(transaction),
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

/** A card, until the customer has chosen. */
const channelOf = ({ channel = 'card' }: Transaction): string => channel

/** The fee is one and a half percent. */
export const feeOf = (minor: number): number => Math.round((minor * 15) / 1000)

/** The part is empty where no card was used. */
function authorizationView({ id, card }: Transaction): JsonObject {
  if (card === undefined) return {}
  return {
    authorization_code: `AUTH_${id}`,
    bin: card.bin,
    last4: card.last4,
    exp_month: '12',
    exp_year: '2030',
    channel: 'card',
    card_type: card.brand,
    bank: 'TEST BANK',
    country_code: 'NG',
    brand: card.brand,
    reusable: true,
    signature: `SIG_${id}`,
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

const textsOf = (view: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(view).map(([key, value]) => [key, value ?? '']))

/** Builds the answer to a new refund. */
export function newRefundView(transaction: Transaction, refund: Refund): JsonObject {
  return {
    ...refundFields(transaction, refund),
    fully_deducted: refundableMinor(transaction) === 0,
    transaction: {
      ...transactionView(transaction),
      authorization: { exp_month: null, exp_year: null, account_name: null, ...authorizationView(transaction) },
      plan: {},
      subaccount: { currency: null },
    },
    channel: null,
  }
}

/** Builds the answer to a query for a refund by id. */
export function refundView(transaction: Transaction, refund: Refund): JsonObject {
  return {
    ...refundFields(transaction, refund),
    transaction: transaction.id,
    transaction_reference: transaction.reference,
    transaction_amount: transaction.payment?.sum.minor ?? 0,
    refunded_at: refund.status === 'processed' ? new Date(refund.dueAtMs).toISOString() : null,
    // It is a number here, where the answer to a new refund has a boolean.
    fully_deducted: refundableMinor(transaction) === 0 ? 1 : 0,
    customer: textsOf(customerView(transaction)),
    reason: refund.merchantNote,
    refund_type: 'customer',
    refund_channel: channelOf(transaction),
    initiated_by: 'merchant@example.com',
    collect_account_number: refund.status === 'needs-attention',
    session_id: null,
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
    currency: transaction.sum.currency,
    customer_note: refund.customerNote,
    merchant_note: refund.merchantNote,
    refunded_by: 'merchant@example.com',
    expected_at: new Date(refund.dueAtMs).toISOString(),
    createdAt: refund.at,
    updatedAt: refund.at,
  }
}

/** Webhooks show a refund so. Paystack sends the amount as a number or as text. */
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

export interface Answer {
  readonly httpStatus: number
  readonly body: Json
}

type Fault = 'validation_error' | 'api_error'

export const done = (message: string, data: Json): Answer => ({
  httpStatus: 200,
  body: { status: true, message, data },
})

const refusal = (httpStatus: number, type: Fault, code: string, text: readonly [string, string]): Answer => ({
  httpStatus,
  body: { status: false, message: text[0], meta: { nextStep: text[1] }, type, code },
})

const invalid = (code: string, message: string, nextStep: string): Answer =>
  refusal(400, 'validation_error', code, [message, nextStep])

export const refusals = {
  badBody: invalid('invalid_params', 'Invalid request body', 'Send a JSON object'),
  missing: (field: string) => invalid('missing_params', `${field} is required`, `Provide a value for ${field}`),
  badField: (field: string) => invalid('invalid_params', `Invalid ${field} sent`, `Provide a valid ${field}`),
  badEmail: invalid('invalid_email_address', 'Invalid Email Address Passed', 'Provide a valid email address'),
  duplicate: invalid(
    'duplicate_reference',
    'Duplicate Transaction Reference',
    'Try and create the Transaction or Charge with a new reference',
  ),
  currency: invalid(
    'unsupported_currency',
    'Currency not supported by merchant',
    'Ask for this currency to be enabled on your integration',
  ),
  unknownTransaction: refusal(404, 'api_error', 'transaction_not_found', [
    'Transaction reference not found',
    'Ensure that the transaction reference is correct',
  ]),
  unknownRoute: refusal(404, 'api_error', 'route_not_found', ['Route not found', 'Check the address and the method']),
  unpaid: invalid('transaction_not_paid', 'Transaction has not been paid', 'Refund a successful transaction'),
  reversed: invalid(
    'transaction_reversed',
    'Transaction has been fully reversed',
    'Refund a transaction that was not refunded yet',
  ),
  tooMuch: invalid(
    'invalid_params',
    'Refund amount cannot be more than transaction amount',
    'Ask for no more than what is left',
  ),
  unknownRefund: refusal(404, 'api_error', 'refund_not_found', ['Refund not found', 'Ensure that the id is correct']),
  noAttentionNeeded: invalid(
    'invalid_params',
    'Refund does not need attention',
    'Retry refunds that need attention only',
  ),
} as const

export const invalidKey: Answer = { httpStatus: 401, body: { status: false, message: 'Invalid key' } }
