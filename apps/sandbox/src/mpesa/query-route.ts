import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isJsonObject, type JsonObject, textAt } from '../core/json.ts'
import { type InMarket, named, pathOf, type Reply, replyOf } from './codes.ts'
import type { Counter } from './counter.ts'
import { send } from './guards.ts'
import { findMarket } from './markets.ts'
import { findReversal, type Payment } from './provider-account.ts'
import { isConversationId } from './read-collection.ts'
import { newConversationId } from './transaction-ids.ts'

interface Query extends InMarket {
  readonly Querystring: JsonObject
}

const parameters = [
  'input_QueryReference',
  'input_ServiceProviderCode',
  'input_ThirdPartyConversationID',
  'input_Country',
]

/** What has become of a payment, under any of its names. */
export function registerQueryRoute(app: FastifyInstance, counter: Counter, now: () => Date): void {
  app.get<Query>(pathOf('queryTransactionStatus'), named('query'), async (request, reply) => {
    const asked = { ...request.query, ...(await bodyOf(request)) }
    return send(reply, answerTo(asked, request.params.market, counter, now()))
  })
}

function answerTo(asked: JsonObject, segment: string, { account, serviceProviderCode }: Counter, at: Date): Reply {
  const text = (name: string) => textAt(asked, name) ?? ''
  if (parameters.some((name) => text(name) === '')) return replyOf('incomplete')
  if (text('input_Country') !== findMarket(segment)?.country) return replyOf('parameters')
  if (text('input_ServiceProviderCode') !== serviceProviderCode) return replyOf('shortcode')
  const id = text('input_ThirdPartyConversationID')
  if (!isConversationId(id)) return replyOf('conversation_id')

  const names = { output_ConversationID: newConversationId(at), output_ThirdPartyConversationID: id }
  const payment = account.ledger.find('any', text('input_QueryReference'))
  if (payment === undefined) return replyOf('unknown_status', names)
  return replyOf('processed', { ...names, ...statusOf(account.ledger.refresh(payment), text('input_QueryReference')) })
}

const statusOf = (payment: Payment, name: string) => ({
  output_ResponseTransactionStatus: findReversal(payment, name) ? 'Completed' : payment.status,
  output_OriginalTransactionID: payment.transactionId ?? 'N/A',
})

/** Some clients put the parameters into a body, although this is a GET. */
async function bodyOf({ raw }: FastifyRequest): Promise<JsonObject> {
  const chunks: Buffer[] = []
  for await (const chunk of raw) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks).toString()
  try {
    const body: unknown = text === '' ? {} : JSON.parse(text)
    return isJsonObject(body) ? body : {}
  } catch {
    return {}
  }
}
