import type { FastifyInstance } from 'fastify'
import { isJsonObject, type JsonObject, textAt } from '../core/json.ts'
import { minorIn } from '../core/minor-units.ts'
import { type CodeName, type Reply, replyOf } from './codes.ts'
import type { Counter } from './counter.ts'
import { send } from './guards.ts'
import { findMarket } from './markets.ts'
import { type InMarket, named, pathOf } from './paths.ts'
import type { Payment } from './payment.ts'
import { isConversationId } from './read-collection.ts'

const parameters = [
  'input_TransactionID',
  'input_Country',
  'input_ServiceProviderCode',
  'input_ThirdPartyConversationID',
]

/** Gives money back. */
export function registerReversalRoute(app: FastifyInstance, counter: Counter): void {
  app.put<InMarket>(pathOf('reversal'), named('reversal'), async ({ body, params }, reply) =>
    send(reply, reverse(isJsonObject(body) ? body : {}, params.market, counter)),
  )
}

function reverse(body: JsonObject, segment: string, counter: Counter): Reply {
  const text = (name: string) => textAt(body, name) ?? ''
  const id = text('input_ThirdPartyConversationID')
  const payment = counter.till.book.byName(text('input_TransactionID'))?.payment
  const refusal = faultIn(body, segment, counter)
  if (refusal) return replyOf(refusal)
  if (payment === undefined || payment.transactionId !== text('input_TransactionID')) return replyOf('transaction_id')

  const minor = minorOf(body, payment)
  if (minor === undefined) return replyOf('amount')
  const isDone = counter.settings.refunds === 'done' && counter.till.reverse(payment, { id, minor })
  if (!isDone) return replyOf('failed', { output_ThirdPartyConversationID: id })
  return replyOf('processed', {
    output_TransactionID: payment.reversals.at(-1)?.transactionId ?? '',
    output_ConversationID: payment.conversationId,
    output_ThirdPartyConversationID: id,
  })
}

function faultIn(body: JsonObject, segment: string, { till, serviceProviderCode }: Counter): CodeName | false {
  const text = (name: string) => textAt(body, name) ?? ''
  if (parameters.some((name) => text(name) === '')) return 'incomplete'
  if (text('input_Country') !== findMarket(segment)?.country) return 'parameters'
  if (text('input_ServiceProviderCode') !== serviceProviderCode) return 'shortcode'
  const id = text('input_ThirdPartyConversationID')
  if (!isConversationId(id)) return 'conversation_id'
  return till.book.byName(id) !== undefined && 'duplicate'
}

/** Without an amount all of it. */
function minorOf(body: JsonObject, { amountMinor }: Payment): number | undefined {
  const asked = textAt(body, 'input_ReversalAmount')
  return asked === undefined ? amountMinor : minorIn(asked)
}
