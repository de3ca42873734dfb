import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerBadBodies } from '../control/control-api.ts'
import { BadBody, objectIn, oneOf } from '../core/bad-body.ts'
import type { JsonObject } from '../core/json.ts'
import type { Desk } from './desk.ts'
import { endRefund } from './refunds.ts'
import { type EndingName, endings, settle } from './settle.ts'
import { refundedMinor, refundOutcomes, type Transaction } from './transaction.ts'

interface ByReference {
  readonly Params: { readonly reference: string }
}

const endingNames = Object.keys(endings).filter((name): name is EndingName => name in endings)

/** The door of tests: settle a payment without a browser, and say what refunds come to. */
export function registerControlRoutes(app: FastifyInstance, desk: Desk): void {
  const { ledger, settings } = desk
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

  app.get<ByReference>('/__sim/paystack/:reference', async ({ params }, reply) => {
    const transaction = ledger.find(params.reference)
    return transaction ? view(transaction) : unknown(reply)
  })

  app.post<ByReference>('/__sim/paystack/:reference/pay', async ({ params, body }, reply) => {
    const transaction = ledger.find(params.reference)
    if (transaction === undefined) return unknown(reply)
    const isDone = settle(transaction, oneOf(objectIn(body), 'outcome', endingNames), desk)
    return isDone ? view(transaction) : reply.code(409).send({ message: 'The money is taken: only "reversed" follows' })
  })

  app.post<ByReference>('/__sim/paystack/:reference/refunds', async ({ params, body }, reply) => {
    const transaction = ledger.find(params.reference)
    if (transaction === undefined) return unknown(reply)
    const outcome = oneOf(objectIn(body), 'outcome', refundOutcomes)
    for (const refund of transaction.refunds) endRefund({ transaction, refund }, outcome, desk)
    return view(transaction)
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

const unknown = (reply: FastifyReply): FastifyReply => reply.code(404).send({ message: 'No such payment' })
