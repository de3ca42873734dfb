import type { FastifyInstance } from 'fastify'
import { isJsonObject } from '../core/json.ts'
import { type Reply, replyOf } from './codes.ts'
import type { Counter } from './counter.ts'
import { send } from './guards.ts'
import { type InMarket, named, pathOf } from './paths.ts'
import type { Payment } from './payment.ts'
import { readCollection } from './read-collection.ts'

/** Asking a customer for money: his handset shows the prompt at once. */
export function registerCollectionRoute(app: FastifyInstance, counter: Counter): void {
  const { till, settings } = counter

  app.post<InMarket>(pathOf('c2bPayment/singleStage'), named('c2b'), async ({ body, params }, reply) => {
    const read = readCollection(isJsonObject(body) ? body : {}, params.market, counter)
    if ('refusal' in read) return send(reply, replyOf(read.refusal, namesOf(body)))
    const payment = till.ask(read.collection)
    if (settings.mode === 'asynchronous') return send(reply, accepted(payment))
    await till.answerTo(payment)
    return send(reply, outcomeOf(payment))
  })
}

/** The very words of a payment that is done: nothing tells the two apart but how the merchant was set up. */
const accepted = (payment: Payment): Reply => replyOf('processed', { ...idsOf(payment), output_TransactionID: 'N/A' })

const outcomeOf = (payment: Payment): Reply => replyOf(payment.code ?? 'internal_error', idsOf(payment))

const idsOf = ({ id, conversationId, transactionId = 'N/A' }: Payment) => ({
  output_TransactionID: transactionId,
  output_ConversationID: conversationId,
  output_ThirdPartyConversationID: id,
})

function namesOf(body: unknown): Record<string, string> {
  const id = isJsonObject(body) ? body.input_ThirdPartyConversationID : undefined
  return typeof id === 'string' ? { output_ThirdPartyConversationID: id } : {}
}
