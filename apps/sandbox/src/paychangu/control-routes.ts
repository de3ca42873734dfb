import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { objectIn, oneOf } from '../core/bad-body.ts'
import { type Checkout, refundedMinor } from './checkout.ts'
import { type Desk, refundOutcomes } from './desk.ts'
import { type EndingName, endings, settle } from './settle.ts'

interface ByTxRef {
  readonly Params: { readonly txRef: string }
}

const endingNames = Object.keys(endings).filter((name): name is EndingName => name in endings)

/** The door of tests: settle a payment without a browser, and say what refunds come to. */
export function registerControlRoutes(app: FastifyInstance, desk: Desk): void {
  const { checkouts } = desk
  answerBadBodies(app)

  const view = (checkout: Checkout) => ({
    txRef: checkout.reference,
    chargeId: checkout.chargeId,
    checkoutUrl: desk.pageUrlOf(checkout),
    status: checkout.status,
    attempts: checkout.attempts,
    amountMinor: checkout.sum.minor,
    currency: checkout.sum.currency,
    title: checkout.title,
    customer: checkout.customer,
    callbackUrl: checkout.callbackUrl,
    returnUrl: checkout.returnUrl,
    paid: checkout.payment?.sum ?? null,
    isReversed: checkout.isReversed,
    refund: checkout.refund ?? null,
    refundedMinor: refundedMinor(checkout),
    createdAt: checkout.createdAt,
  })

  app.get('/__sim/paychangu', async () => ({
    refundOutcome: desk.refundOutcome,
    checkouts: checkouts.all().map(view),
  }))

  app.post('/__sim/paychangu/refunds', async ({ body }) => {
    desk.refundOutcome = oneOf(objectIn(body), 'outcome', refundOutcomes)
    return { outcome: desk.refundOutcome }
  })

  app.get<ByTxRef>('/__sim/paychangu/:txRef', async ({ params }, reply) => {
    const checkout = checkouts.byReference(params.txRef)
    return checkout ? view(checkout) : unknown(reply)
  })

  app.post<ByTxRef>('/__sim/paychangu/:txRef/pay', async ({ params, body }, reply) => {
    const checkout = checkouts.byReference(params.txRef)
    if (checkout === undefined) return unknown(reply)
    const isDone = settle(checkout, oneOf(objectIn(body), 'outcome', endingNames), desk)
    return isDone ? view(checkout) : reply.code(409).send({ message: 'The money is taken: only "reversed" follows' })
  })

  app.post<ByTxRef>('/__sim/paychangu/:txRef/refunds', async ({ params, body }, reply) => {
    const checkout = checkouts.byReference(params.txRef)
    if (checkout === undefined) return unknown(reply)
    const state = oneOf(objectIn(body), 'state', ['done', 'pending', 'declined'])
    if (checkout.refund === 'pending') checkout.refund = state
    return view(checkout)
  })
}

const unknown = (reply: FastifyReply): FastifyReply => reply.code(404).send({ message: 'No such payment' })
