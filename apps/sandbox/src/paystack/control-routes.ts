import type { FastifyInstance } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { registerOutcomes } from '../control/outcome-routes.ts'
import { BadBody, objectIn, oneOf } from '../core/bad-body.ts'
import type { JsonObject } from '../core/json.ts'
import { namesOf } from '../core/names-of.ts'
import { endRefund } from './refunds.ts'
import { conclude, endings } from './settle.ts'
import type { Simulation } from './simulation.ts'
import { refundedMinor, refundOutcomes, type Transaction } from './transaction.ts'

/** The door of tests: settle a payment without a browser, and say what refunds come to. */
export function registerControlRoutes(app: FastifyInstance, simulation: Simulation): void {
  const { ledger, settings } = simulation
  answerBadBodies(app)

  app.get('/__sim/paystack', async () => ({ ...settings, transactions: ledger.all().map(view) }))

  app.post('/__sim/paystack/settings', async ({ body }) => {
    settings.currencies = currenciesIn(objectIn(body))
    return settings
  })

  app.post('/__sim/paystack/refunds', async ({ body }) => {
    settings.refundOutcome = oneOf(objectIn(body), 'outcome', refundOutcomes)
    return { outcome: settings.refundOutcome }
  })

  const { on } = registerOutcomes(app, {
    path: '/__sim/paystack',
    verb: 'pay',
    field: 'outcome',
    find: (reference) => ledger.find('reference', reference),
    view,
    turns: namesOf(endings),
    take: (transaction, ending) => conclude(transaction, ending, simulation),
    tooLate: () => 'The money is taken: only "reversed" follows',
  })

  on('refunds', (transaction, body) => {
    const outcome = oneOf(objectIn(body), 'outcome', refundOutcomes)
    for (const refund of transaction.refunds) endRefund({ transaction, refund }, outcome, simulation)
    return undefined
  })
}

const view = (transaction: Transaction) => ({
  reference: transaction.reference,
  accessCode: transaction.accessCode,
  status: transaction.status,
  gatewayResponse: transaction.gatewayResponse,
  amountMinor: transaction.sum.minor,
  currency: transaction.sum.currency,
  email: transaction.email,
  label: transaction.label,
  channels: transaction.channels,
  paid: transaction.payment?.sum ?? null,
  refundedMinor: refundedMinor(transaction),
  refunds: transaction.refunds,
  createdAt: transaction.createdAt,
})

function currenciesIn({ currencies }: JsonObject): readonly string[] {
  const codes = [currencies ?? []].flat().filter((code) => typeof code === 'string' && /^[A-Z]{3}$/.test(code))
  if (!Array.isArray(currencies) || codes.length !== currencies.length) {
    throw new BadBody('"currencies" must be a list of currency codes')
  }
  return codes.map(String)
}
