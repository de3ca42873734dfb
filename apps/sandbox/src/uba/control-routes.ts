import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { BadBody, objectIn, oneOf } from '../core/bad-body.ts'
import type { Desk } from './desk.ts'
import type { Payment } from './payment.ts'
import { type EndingName, endings, settle } from './settle.ts'

interface ByReference {
  readonly Params: { readonly reference: string }
}

const endingNames = Object.keys(endings).filter((name): name is EndingName => name in endings)

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

  app.get<ByReference>('/__sim/uba/:reference', async ({ params }, reply) => {
    const payment = payments.byReference(params.reference)
    return payment ? view(payment) : unknown(reply)
  })

  app.post<ByReference>('/__sim/uba/:reference/pay', async ({ params, body }, reply) => {
    const payment = payments.byReference(params.reference)
    if (payment === undefined) return unknown(reply)
    const isDone = settle(payment, oneOf(objectIn(body), 'outcome', endingNames), desk)
    return isDone ? view(payment) : reply.code(409).send({ message: 'The money is taken' })
  })

  app.post<ByReference>('/__sim/uba/:reference/refund', async ({ params }, reply) => {
    const payment = payments.byReference(params.reference)
    if (payment === undefined) return unknown(reply)
    if (payment.taken === undefined) return reply.code(409).send({ message: 'No money was taken' })
    payment.isRefunded = true
    return view(payment)
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

const unknown = (reply: FastifyReply): FastifyReply => reply.code(404).send({ message: 'No such payment' })
