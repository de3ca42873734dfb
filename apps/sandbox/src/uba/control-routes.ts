import type { FastifyInstance } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { registerTurns } from '../control/turn-routes.ts'
import { BadBody, objectIn } from '../core/bad-body.ts'
import { namesOf } from '../core/names-of.ts'
import type { Desk } from './desk.ts'
import type { Payment } from './payment.ts'
import { endings, settle } from './settle.ts'

/** The door of tests: settle a payment without a browser, and do what the bank's merchant desk does by hand. */
export function registerControlRoutes(app: FastifyInstance, desk: Desk): void {
  const { payments } = desk
  answerBadBodies(app)

  app.get('/__sim/uba', async () => ({ echoesAmount: desk.echoesAmount, payments: payments.all().map(view) }))

  app.post('/__sim/uba/settings', async ({ body }) => {
    const { echoesAmount } = objectIn(body)
    if (typeof echoesAmount !== 'boolean') throw new BadBody('"echoesAmount" must be true or false')
    desk.echoesAmount = echoesAmount
    return { echoesAmount }
  })

  const { on } = registerTurns(app, {
    path: '/__sim/uba',
    verb: 'pay',
    field: 'outcome',
    find: (reference) => payments.byReference(reference),
    view,
    turns: namesOf(endings),
    take: (payment, ending) => settle(payment, ending, desk),
    tooLate: () => 'The money is taken',
  })

  on('refund', (payment) => {
    if (payment.taken === undefined) return { status: 409, message: 'No money was taken' }
    payment.isRefunded = true
    return undefined
  })
}

const view = (payment: Payment) => ({
  reference: payment.reference,
  transactionId: payment.id,
  outcome: payment.outcome,
  description: payment.description,
  amountMinor: payment.sum.minor,
  currency: payment.sum.currency,
  customer: payment.customer,
  taken: payment.taken?.sum ?? null,
  isRefunded: payment.isRefunded,
  createdAt: payment.createdAt,
})
