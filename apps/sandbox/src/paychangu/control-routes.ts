import type { FastifyInstance } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { registerTurns } from '../control/turn-routes.ts'
import { objectIn, oneOf } from '../core/bad-body.ts'
import { namesOf } from '../core/names-of.ts'
import { type Checkout, refundedMinor } from './checkout.ts'
import { type Desk, refundOutcomes } from './desk.ts'
import { endings, settle } from './settle.ts'

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

  const { on } = registerTurns(app, {
    path: '/__sim/paychangu',
    verb: 'pay',
    field: 'outcome',
    find: (reference) => checkouts.byReference(reference),
    view,
    turns: namesOf(endings),
    take: (checkout, ending) => settle(checkout, ending, desk),
    tooLate: () => 'The money is taken: only "reversed" follows',
  })

  on('refunds', (checkout, body) => {
    const state = oneOf(objectIn(body), 'state', ['done', 'pending', 'declined'])
    if (checkout.refund === 'pending') checkout.refund = state
    return undefined
  })
}
