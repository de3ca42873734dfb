export interface FailureShape {
  readonly http: number
  /** The specification's code where it has one; the HTTP status otherwise. */
  readonly code?: number | string
  /** It replaces that one, where the payment says more. */
  readonly otherCodes?: readonly (number | string)[]
  /** `{…}` are filled in when the failure occurs. */
  readonly message: string
  /** The same call may succeed later, so that no idempotency key holds the answer. */
  readonly isTemporary?: true
}

const somethingWentWrong = 'Something Went Wrong!'

/** Every failure of the JSON API. Rate limits carry 502 in the body, which channels know as "limit reached". */
export const failures = {
  bad_input: { http: 400, message: 'Invalid {field}' },
  bad_header: { http: 400, message: 'Missing or wrong header: {header}' },
  unknown_client: { http: 401, message: 'Missing or wrong header: x-api-key' },
  bad_key: { http: 400, message: 'Idempotency-Key must be 1 to 200 printable characters' },
  bad_address: { http: 400, message: 'Invalid address' },
  broken_json: { http: 400, message: 'The body is not valid JSON' },
  bad_request: { http: 400, message: somethingWentWrong },
  invalid_number: { http: 400, message: 'Invalid Mobile No' },
  invalid_email: { http: 400, message: 'Invalid Email Id' },
  email_required: { http: 400, message: 'Email is required' },
  invalid_wallet: { http: 400, message: 'Please enter valid {product} number' },
  invalid_amount: { http: 400, message: 'Invalid amount' },
  below_minimum: { http: 400, message: 'Minimum amount should be {amount}' },
  above_maximum: { http: 400, message: 'Maximum amount should be {amount}' },
  below_dollar: { http: 400, message: 'Less than {amount} can be paid with {product} Money only' },
  above_bill: { http: 400, message: 'This is more than is left to pay of this bill. The rest would be a credit' },
  bill_paid: { http: 409, message: 'This bill is paid. More would be a credit' },
  amount_differs: { http: 400, message: 'The amount differs from the price of the product' },
  currency_differs: { http: 400, message: 'Invalid currency' },
  currency_unavailable: { http: 400, message: 'This payment option can be paid in {currencies} only' },
  // The specification writes it in lower case here.
  conversion_failed: { http: 503, message: 'something went wrong!' },
  invalid_gift_message: { http: 400, message: 'Invalid gift message' },
  unknown_product: { http: 400, message: 'Invalid product code' },
  method_unavailable: { http: 400, message: 'This payment option is not available' },
  type_unavailable: { http: 400, message: 'This transaction type is not available' },
  invalid_account: { http: 400, message: 'Invalid Account Number' },
  account_differs: { http: 400, code: 60119, message: 'The account number does not belong to this mobile number' },
  unknown_account: { http: 400, code: 60005, message: 'There is no account for this number' },
  unknown_lead: { http: 404, message: 'There is no order with this reference and number' },
  unknown_invoice: { http: 400, message: 'This invoice is not open' },
  wrong_code: { http: 400, code: 2003, message: 'Please enter correct OTP' },
  attempts_exhausted: { http: 400, code: 2002, message: 'Maximum attempts exhausted' },
  code_expired: { http: 400, message: 'This code is too old. Please ask for another one' },
  no_wallet: { http: 400, code: 4001, message: 'Please enter valid {product} number' },
  // 56D005 is SmartCash's own.
  wrong_pin: { http: 400, code: 1004, otherCodes: ['56D005'], message: 'Please enter correct PIN' },
  unusable_pin: { http: 400, message: 'The PIN cannot be read: seal it again with the new key' },
  proof_missing: { http: 400, message: 'Please type the code from the SMS first' },
  no_airtime: { http: 400, message: 'This line has no airtime to pay with' },
  same_line: { http: 400, message: 'A line cannot pay for its own airtime' },
  unknown_key: { http: 400, message: 'Unknown keyId: get the product configuration again' },
  unreadable_field: { http: 400, message: 'The encrypted value cannot be read' },
  token_missing: { http: 401, message: 'Please type the code from the SMS first' },
  wrong_signature: { http: 401, message: somethingWentWrong },
  // The code and the reason of the refusal replace these.
  payment_refused: { http: 402, otherCodes: [1004, 1006, 4001], message: 'Refused by the payment provider' },
  not_found: { http: 404, message: 'Not found' },
  not_offered: { http: 404, message: 'This is not offered here' },
  wrong_method: { http: 405, message: 'Method not allowed' },
  conflict: { http: 409, message: somethingWentWrong },
  being_paid: {
    http: 409,
    isTemporary: true,
    message: 'This is being paid already. Please try again in a few minutes',
  },
  already_processed: { http: 409, message: 'The payment is under way already' },
  key_conflict: { http: 409, message: 'This Idempotency-Key came before with another body' },
  too_large: { http: 413, message: 'The body is too large' },
  wrong_type: { http: 415, message: 'Content-Type must be application/json' },
  too_many_requests: { http: 429, code: 502, message: 'max limit exhausted, please try after sometime.' },
  // The failure is no limit: channels close their dialog at 502, while here the last code is still valid.
  too_soon: { http: 429, message: 'Please wait {wait} before you ask for another code' },
  // The challenge is in the answer; its solution goes with the next request.
  work_needed: { http: 429, code: 502, message: 'max limit exhausted, please try after sometime.' },
  went_wrong: { http: 500, message: somethingWentWrong },
  // The code in the body is not 502: that would mean a limit.
  provider_broke_contract: { http: 502, code: 500, message: somethingWentWrong },
  overloaded: { http: 503, message: 'Please try again' },
  unavailable: { http: 503, message: 'The service is not available right now. Please try again in a minute' },
  provider_unreachable: { http: 504, message: somethingWentWrong },
} as const satisfies Record<string, FailureShape>

export type FailureName = keyof typeof failures

/** Failures of any call. */
export const failuresOfEveryCall = ['wrong_method', 'went_wrong', 'overloaded', 'unavailable'] as const
/** Failures of any call with the fixed headers. */
export const failuresOfEveryClient = ['bad_input', 'bad_header', 'unknown_client'] as const
/** Failures of any call that honours an `Idempotency-Key`. */
export const failuresOfEveryKey = ['bad_key', 'key_conflict'] as const
/** Failures of any call with a body. */
export const failuresOfEveryBody = ['broken_json', 'too_large', 'wrong_type'] as const

interface RefusalShape {
  /** The specification's code where it has one. */
  readonly code?: number | string
  readonly reason: string
}

/** The reasons for which a provider refused the payment, as channels read them. */
export const refusals = {
  cancelled_by_customer: { reason: 'Cancelled by the customer' },
  declined: { reason: 'Declined by the bank' },
  expired: { reason: 'Not confirmed in time' },
  insufficient_funds: { reason: "Looks like you don't have sufficient balance" },
  invalid_user: { code: 4001, reason: 'Please enter valid {product} number' },
  limit_exceeded: { reason: 'The amount is above a limit of the payer' },
  unsupported_currency: { reason: 'The currency is not supported' },
  wrong_pin: { code: 1004, reason: 'Please enter correct PIN' },
  refused: { reason: 'Refused by the payment provider' },
} as const satisfies Record<string, RefusalShape>
