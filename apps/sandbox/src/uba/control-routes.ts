import type { FastifyInstance } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { recordRoutes } from '../control/record-routes.ts'
import { BadBody, objectIn, oneOf } from '../core/bad-body.ts'
import { namesOf } from '../core/names-of.ts'
import type { Desk } from './desk.ts'
import type { Payment } from './payment.ts'
import { endings, settle } from './settle.ts'

const endingNames = namesOf(endings)

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

  const { look, on } = recordRoutes(app, {
    path: '/__sim/uba',
    what: 'payment',
    find: (reference) => payments.byReference(reference),
    view,
  })
  look()

  on('pay', (payment, body) => {
    const isDone = settle(payment, oneOf(objectIn(body), 'outcome', endingNames), desk)
    return isDone ? undefined : { status: 409, message: 'The money is taken' }
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
