import { type Answer, notAllowed, notFound, refusal, success } from './answers.ts'
import type { BodyFields } from './body-fields.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import type { Simulation } from './simulation.ts'
import { type RequestStatus, unacknowledged } from './status-codes.ts'

const acknowledgements: readonly RequestStatus[] = [183, 180, 188]

export const acknowledgementIn = (code: string): RequestStatus | undefined =>
  acknowledgements.find((status) => String(status) === code)

/** 183 settles the money, 180 pays the customer back, 188 leaves it open. What is final stays. */
export function acknowledge(request: CheckoutRequest, status: RequestStatus): boolean {
  if (!unacknowledged.includes(request.status)) return request.status === status
  request.status = status
  request.isPaidBack = status === 180
  return true
}

// The two spellings are Tingg's.
const required = [
  'acknowledgement_amount',
  'acknowledgement_type',
  'acknowledgement_narration',
  'acknowledgment_reference',
  'merchant_transaction_id',
  'status_code',
  'currency_code',
]

/** The merchant's acknowledgement, given by a call of its own. */
export function acknowledgeBy(fields: BodyFields, { requests, serviceCode }: Simulation): Answer {
  if (fields.text('service_code') !== serviceCode) return notAllowed
  const missing = fields.firstMissing(required)
  if (missing !== undefined) return refusal(400, `Missing ${missing}`)
  const request = requests.find('reference', fields.text('merchant_transaction_id'))
  if (request === undefined) return notFound

  const status = acknowledgementIn(fields.text('status_code'))
  const isWhole =
    fields.minor('acknowledgement_amount') === request.payment?.sum.minor &&
    fields.text('currency_code') === request.payment?.sum.currency
  if (status === undefined || !isWhole || !acknowledge(request, status)) return refusal(422, 'Invalid request')
  return success('Acknowledgement received', { merchant_transaction_id: request.reference })
}
