import type { FastifyInstance } from 'fastify'
import { answerBadBodies, registerEndings, registerRefundOutcome } from '../control/control-api.ts'
import { numberIn, objectIn, oneOf } from '../core/bodies.ts'
import {
  conclude,
  endings,
  findByCompanyRef,
  getResult,
  refundedMinor,
  refundOutcomes,
  type Simulation,
  type Transaction,
} from './ledger.ts'

const maxTimeLimitMs = 30 * 24 * 3_600_000

/** The control API of tests: completes a payment without a browser, and sets the outcome of refunds. */
export function registerControlRoutes(app: FastifyInstance, simulation: Simulation): void {
  const { ledger } = simulation
  answerBadBodies(app)

  const view = (transaction: Transaction) => ({
    companyRef: transaction.companyRef,
    token: transaction.token,
    transRef: transaction.reference,
    result: getResult(ledger, transaction),
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

  registerRefundOutcome(app, '/__sim/dpo', simulation, refundOutcomes)

  const records = { path: '/__sim/dpo', find: (companyRef: string) => findByCompanyRef(ledger, companyRef), view }
  const { on } = registerEndings(app, records, {
    endings,
    conclude: (transaction, ending) => conclude(transaction, ending, simulation),
  })

  on('refunds', (transaction, body) => {
    const state = oneOf(objectIn(body), 'state', ['done', 'pending', 'declined'])
    transaction.refunds = transaction.refunds.map((refund) =>
      refund.state === 'pending' ? { ...refund, state } : refund,
    )
    return undefined
  })

  on('time-limit', (transaction, body) => {
    const afterMs = numberIn(objectIn(body), 'afterMs', { min: 0, max: maxTimeLimitMs })
    transaction.expiresAtMs = simulation.now().getTime() + afterMs
    return undefined
  })
}
