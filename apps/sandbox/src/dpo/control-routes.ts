import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { numberIn, objectIn, oneOf } from '../core/bad-body.ts'
import { conclude, type EndingName, endings } from './settle.ts'
import { refundOutcomes, type Simulation } from './simulation.ts'
import { refundedMinor, type Transaction } from './transaction.ts'

interface ByCompanyRef {
  readonly Params: { readonly companyRef: string }
}

const endingNames = Object.keys(endings).filter((name): name is EndingName => name in endings)
const maxTimeLimitMs = 30 * 24 * 3_600_000

/** The door of tests: settle a payment without a browser, and say what refunds come to. */
export function registerControlRoutes(app: FastifyInstance, simulation: Simulation): void {
  const { ledger } = simulation
  answerBadBodies(app)

  const view = (transaction: Transaction) => ({
    companyRef: transaction.companyRef,
    token: transaction.token,
    transRef: transaction.reference,
    result: ledger.getResult(transaction),
    amountMinor: transaction.sum.minor,
    currency: transaction.sum.currency,
    paid: transaction.payment?.sum ?? null,
    approval: transaction.payment?.approval ?? null,
    isVerified: transaction.isVerified,
    isReversed: transaction.isReversed,
    refundedMinor: refundedMinor(transaction),
    refunds: transaction.refunds,
    createdAt: transaction.createdAt,
    expiresAt: new Date(transaction.expiresAtMs).toISOString(),
  })

  app.get('/__sim/dpo', async () => ({
    refundOutcome: simulation.refundOutcome,
    transactions: ledger.all().map(view),
  }))

  app.post('/__sim/dpo/refunds', async ({ body }) => {
    simulation.refundOutcome = oneOf(objectIn(body), 'outcome', refundOutcomes)
    return { outcome: simulation.refundOutcome }
  })

  app.get<ByCompanyRef>('/__sim/dpo/:companyRef', async ({ params }, reply) => {
    const transaction = ledger.byCompanyRef(params.companyRef)
    return transaction ? view(transaction) : unknown(reply)
  })

  app.post<ByCompanyRef>('/__sim/dpo/:companyRef/pay', async ({ params, body }, reply) => {
    const transaction = ledger.byCompanyRef(params.companyRef)
    if (transaction === undefined) return unknown(reply)
    const isDone = conclude(transaction, oneOf(objectIn(body), 'outcome', endingNames), simulation)
    return isDone ? view(transaction) : reply.code(409).send({ message: 'The money is taken: only "reversed" follows' })
  })

  app.post<ByCompanyRef>('/__sim/dpo/:companyRef/refunds', async ({ params, body }, reply) => {
    const transaction = ledger.byCompanyRef(params.companyRef)
    if (transaction === undefined) return unknown(reply)
    const state = oneOf(objectIn(body), 'state', ['done', 'pending', 'declined'])
    transaction.refunds = transaction.refunds.map((refund) =>
      refund.state === 'pending' ? { ...refund, state } : refund,
    )
    return view(transaction)
  })

  app.post<ByCompanyRef>('/__sim/dpo/:companyRef/time-limit', async ({ params, body }, reply) => {
    const transaction = ledger.byCompanyRef(params.companyRef)
    if (transaction === undefined) return unknown(reply)
    const afterMs = numberIn(objectIn(body), 'afterMs', { min: 0, max: maxTimeLimitMs })
    transaction.expiresAtMs = simulation.now().getTime() + afterMs
    return view(transaction)
  })
}

const unknown = (reply: FastifyReply): FastifyReply => reply.code(404).send({ message: 'No such payment' })
