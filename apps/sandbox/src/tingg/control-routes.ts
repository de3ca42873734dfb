import type { FastifyInstance } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { registerTurns } from '../control/turn-routes.ts'
import { numberIn, objectIn, oneOf } from '../core/bad-body.ts'
import { namesOf } from '../core/names-of.ts'
import { type CheckoutRequest, refundedMinor } from './checkout-request.ts'
import { type Desk, refundOutcomes } from './desk.ts'
import { finishRefund } from './refund.ts'
import { endings, settle } from './settle.ts'

const maxTimeLimitMs = 30 * 24 * 3_600_000

/** The door of tests: settle a request without a browser, and say what refunds come to. */
export function registerControlRoutes(app: FastifyInstance, desk: Desk): void {
  const { requests } = desk
  answerBadBodies(app)

  const view = (request: CheckoutRequest) => ({
    merchantTransactionId: request.reference,
    checkoutRequestId: request.checkoutRequestId,
    accountNumber: request.accountNumber,
    pageUrl: desk.pageUrlOf(request),
    status: requests.statusOf(request),
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

  app.get('/__sim/tingg', async () => ({ refundOutcome: desk.refundOutcome, requests: requests.all().map(view) }))

  app.post('/__sim/tingg/refunds', async ({ body }) => {
    desk.refundOutcome = oneOf(objectIn(body), 'outcome', refundOutcomes)
    return { outcome: desk.refundOutcome }
  })

  app.delete('/__sim/tingg/tokens', async (_request, reply) => {
    desk.tokens.clear()
    return reply.code(204).send()
  })

  const { on } = registerTurns(app, {
    path: '/__sim/tingg',
    verb: 'pay',
    field: 'outcome',
    find: (reference) => requests.byReference(reference),
    view,
    turns: namesOf(endings),
    take: (request, ending) => settle(request, ending, desk),
    tooLate: () => 'The money is taken: only "reversed" follows',
  })

  on('refunds', (request, body) => {
    finishRefund(request, oneOf(objectIn(body), 'state', ['processed', 'expired']), desk)
    return undefined
  })

  on('time-limit', (request, body) => {
    const afterMs = numberIn(objectIn(body), 'afterMs', { min: 0, max: maxTimeLimitMs })
    request.expiresAtMs = desk.now().getTime() + afterMs
    return undefined
  })
}
