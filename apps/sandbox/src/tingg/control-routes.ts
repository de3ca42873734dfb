import type { FastifyInstance } from 'fastify'
import { answerBadBodies, registerEndings, registerRefundOutcome } from '../control/control-api.ts'
import { numberIn, objectIn, oneOf } from '../core/bodies.ts'
import {
  type CheckoutRequest,
  conclude,
  endings,
  getStatus,
  refundedMinor,
  refundOutcomes,
  type Simulation,
} from './ledger.ts'
import { finishRefund } from './refund.ts'

const maxTimeLimitMs = 30 * 24 * 3_600_000

/** The control API of tests: completes a request without a browser, and sets the outcome of refunds. */
export function registerControlRoutes(app: FastifyInstance, simulation: Simulation): void {
  const { requests } = simulation
  answerBadBodies(app)

  const view = (request: CheckoutRequest) => ({
    merchantTransactionId: request.reference,
    checkoutRequestId: request.checkoutRequestId,
    accountNumber: request.accountNumber,
    pageUrl: simulation.pageUrlOf(request),
    status: getStatus(requests, request),
    amountMinor: request.sum.minor,
    currency: request.sum.currency,
    msisdn: request.msisdn,
    paid: request.payment?.sum ?? null,
    cpgTransactionId: request.payment?.cpgTransactionId ?? null,
    isPaidBack: request.isPaidBack,
    refundedMinor: refundedMinor(request),
    refunds: request.refunds,
    createdAt: request.createdAt,
    expiresAt: new Date(request.expiresAtMs).toISOString(),
  })

  app.get('/__sim/tingg', async () => ({ refundOutcome: simulation.refundOutcome, requests: requests.all().map(view) }))

  registerRefundOutcome(app, '/__sim/tingg', simulation, refundOutcomes)

  app.delete('/__sim/tingg/tokens', async (_request, reply) => {
    simulation.tokens.clear()
    return reply.code(204).send()
  })

  const records = { path: '/__sim/tingg', find: (reference: string) => requests.find('reference', reference), view }
  const { on } = registerEndings(app, records, {
    endings,
    conclude: (request, ending) => conclude(request, ending, simulation),
  })

  on('refunds', (request, body) => {
    finishRefund(request, oneOf(objectIn(body), 'state', ['processed', 'expired']), simulation)
    return undefined
  })

  on('time-limit', (request, body) => {
    const afterMs = numberIn(objectIn(body), 'afterMs', { min: 0, max: maxTimeLimitMs })
    request.expiresAtMs = simulation.now().getTime() + afterMs
    return undefined
  })
}
