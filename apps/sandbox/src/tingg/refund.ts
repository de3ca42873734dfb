import {
  type CheckoutRequest,
  getStatus,
  type Refund,
  type RefundState,
  type RequestStatus,
  refundable,
  refundableMinor,
  type Simulation,
} from './ledger.ts'
import { type Answer, type BodyFields, notAllowed, notFound, refusal, success } from './views.ts'

const required = ['merchant_transaction_id', 'refund_type', 'refund_narration', 'refund_reference']

/** Logs a refund; the request's status shows its outcome. */
export function refundBy(fields: BodyFields, simulation: Simulation): Answer {
  if (fields.text('service_code') !== simulation.serviceCode) return notAllowed
  const missing = fields.firstMissing(required)
  if (missing !== undefined) return refusal(400, `Missing ${missing}`)
  const request = simulation.requests.find('reference', fields.text('merchant_transaction_id'))
  if (request === undefined) return notFound

  const reason = whyNot(request, fields, simulation)
  if (reason !== undefined || simulation.refundOutcome === 'refused') return refusal(422, reason ?? 'Invalid request')
  const refund = { minor: minorOf(request, fields) ?? 0, reference: fields.text('refund_reference') }
  request.refunds = [
    ...request.refunds,
    { ...refund, state: simulation.refundOutcome, at: simulation.now().toISOString() },
  ]
  request.status = statusAfter(request)
  if (simulation.refundOutcome !== 'initiated') simulation.notify(request)
  return success('Refund request successfully logged', { refund_reference: refund.reference })
}

/** Completes what was initiated. */
export function finishRefund(
  request: CheckoutRequest,
  state: RefundState,
  { notify }: Pick<Simulation, 'notify'>,
): void {
  const isWaiting = request.refunds.some((refund) => refund.state === 'initiated')
  if (!isWaiting) return
  request.refunds = request.refunds.map((refund) => (refund.state === 'initiated' ? { ...refund, state } : refund))
  request.status = statusAfter(request)
  if (state !== 'initiated') notify(request)
}

const kinds: readonly string[] = ['full', 'partial']

function whyNot(request: CheckoutRequest, fields: BodyFields, { requests }: Simulation): string | undefined {
  const { payment, refunds } = request
  if (payment === undefined || !refundable.includes(getStatus(requests, request))) return 'Payment is not accepted'
  const paymentId = fields.text('payment_id')
  if (paymentId !== '' && paymentId !== payment.cpgTransactionId) return 'Unknown payment_id'
  const reference = fields.text('refund_reference')
  if (refunds.some((refund) => refund.reference === reference && refund.state !== 'expired')) {
    return 'Refund reference already exists'
  }
  const [kind, minor] = [fields.text('refund_type').toLowerCase(), minorOf(request, fields)]
  if (!kinds.includes(kind) || minor === undefined) return 'Invalid request'
  const isFit = kind === 'full' ? minor === payment.sum.minor : minor <= refundableMinor(request)
  return isFit && minor <= refundableMinor(request) ? undefined : 'Refund amount is not valid'
}

/** A full refund contains its amount or omits it. */
function minorOf({ payment }: CheckoutRequest, fields: BodyFields): number | undefined {
  const isFull = fields.text('refund_type').toLowerCase() === 'full'
  return isFull && fields.text('amount') === '' ? payment?.sum.minor : fields.minor('amount')
}

const statuses: Readonly<Record<RefundState, readonly [part: RequestStatus, full: RequestStatus]>> = {
  initiated: [184, 185],
  processed: [186, 187],
  expired: [191, 191],
}

function statusAfter({ refunds, payment }: CheckoutRequest): RequestStatus {
  const state = refunds.at(-1)?.state ?? 'expired'
  const given = refunds.filter((refund: Refund) => refund.state !== 'expired')
  const isFull = given.reduce((total, { minor }) => total + minor, 0) === payment?.sum.minor
  return statuses[state][isFull ? 1 : 0]
}
