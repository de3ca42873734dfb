import type { Json } from '../core/json.ts'

export interface Answer {
  readonly httpStatus: number
  readonly body: Json
}

type Fault = 'validation_error' | 'api_error'

export const done = (message: string, data: Json): Answer => ({
  httpStatus: 200,
  body: { status: true, message, data },
})

const refusal = (httpStatus: number, type: Fault, code: string, words: readonly [string, string]): Answer => ({
  httpStatus,
  body: { status: false, message: words[0], meta: { nextStep: words[1] }, type, code },
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
