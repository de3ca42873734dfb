import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { numberIn, objectIn, oneOf } from '../core/bad-body.ts'
import { type CheckoutRequest, refundedMinor } from './checkout-request.ts'
import { type Desk, refundOutcomes } from './desk.ts'
import { finishRefund } from './refund.ts'
import { type EndingName, endings, settle } from './settle.ts'

interface ByReference {
  readonly Params: { readonly reference: string }
}

const endingNames = Object.keys(endings).filter((name): name is EndingName => name in endings)
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

  app.get<ByReference>('/__sim/tingg/:reference', async ({ params }, reply) => {
    const request = requests.byReference(params.reference)
    return request ? view(request) : unknown(reply)
  })

  app.post<ByReference>('/__sim/tingg/:reference/pay', async ({ params, body }, reply) => {
    const request = requests.byReference(params.reference)
    if (request === undefined) return unknown(reply)
    const isDone = settle(request, oneOf(objectIn(body), 'outcome', endingNames), desk)
    return isDone ? view(request) : reply.code(409).send({ message: 'The money is taken: only "reversed" follows' })
  })

  app.post<ByReference>('/__sim/tingg/:reference/refunds', async ({ params, body }, reply) => {
    const request = requests.byReference(params.reference)
    if (request === undefined) return unknown(reply)
    finishRefund(request, oneOf(objectIn(body), 'state', ['processed', 'expired']), desk)
    return view(request)
  })

  app.post<ByReference>('/__sim/tingg/:reference/time-limit', async ({ params, body }, reply) => {
    const request = requests.byReference(params.reference)
    if (request === undefined) return unknown(reply)
    const afterMs = numberIn(objectIn(body), 'afterMs', { min: 0, max: maxTimeLimitMs })
    request.expiresAtMs = desk.now().getTime() + afterMs
    return view(request)
  })
}

const unknown = (reply: FastifyReply): FastifyReply => reply.code(404).send({ message: 'No such payment' })
