import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isJsonObject, type JsonObject, textAt } from '../core/bodies.ts'
import { minorIn } from '../core/market.ts'
import {
  type CodeName,
  findMarket,
  type InMarket,
  type Market,
  newConversationId,
  pathOf,
  type Reply,
  replyOf,
  routeConfig,
} from './codes.ts'
import { type Collection, findReversal, type Payment } from './ledger.ts'
import { type Simulation, send } from './sessions.ts'

const parameters = [
  'input_Amount',
  'input_Country',
  'input_Currency',
  'input_CustomerMSISDN',
  'input_ServiceProviderCode',
  'input_ThirdPartyConversationID',
  'input_TransactionReference',
  'input_PurchasedItemsDesc',
]
const testSubscriber = '000000000001'

interface CollectionRequest extends Collection {
  readonly body: JsonObject
  readonly market: Market
}

type Check = (fields: CollectionRequest, simulation: Simulation) => CodeName | false

/** The checks in M-Pesa's order. */
const checks: readonly Check[] = [
  ({ body }) => parameters.some((name) => !isGiven(name, body[name])) && 'incomplete',
  ({ body, market }) => body.input_Country !== market.country && 'parameters',
  ({ currency, market }) => !market.currencies.includes(currency) && 'parameters',
  ({ body }, { serviceProviderCode }) => body.input_ServiceProviderCode !== serviceProviderCode && 'shortcode',
  ({ reference }) => !/^[0-9a-zA-Z]{1,20}$/.test(reference) && 'reference',
  ({ id }) => !isConversationId(id) && 'conversation_id',
  ({ amountMinor }) => amountMinor <= 0 && 'amount',
  ({ items }) => items.length > 256 && 'parameters',
  ({ msisdn, market }) => msisdn !== testSubscriber && !isOf(market, msisdn) && 'msisdn',
  ({ id }, { account }) => account.ledger.find('any', id) !== undefined && 'duplicate',
  ({ msisdn }, { wallets }) => wallets.find(msisdn) === undefined && 'msisdn',
  ({ msisdn }, { wallets }) => wallets.find(msisdn)?.isActive === false && 'inactive_account',
  ({ amountMinor }, { limitMinor }) => amountMinor > limitMinor && 'over_limit',
]

export function readCollection(
  body: JsonObject,
  segment: string,
  simulation: Simulation,
): { readonly collection: Collection } | { readonly refusal: CodeName } {
  const market = findMarket(segment)
  if (market === undefined) return { refusal: 'market' }
  const collection = collectionIn(body)
  for (const check of checks) {
    const refusal = check({ ...collection, body, market }, simulation)
    if (refusal) return { refusal }
  }
  return { collection }
}

export const isConversationId = (text: string): boolean => /^\w{1,40}$/.test(text)

/** The fields are texts, but merchants send the amount as a number too. */
function isGiven(name: string, value: unknown): boolean {
  const isText = typeof value === 'string' && value !== ''
  return isText || (name === 'input_Amount' && typeof value === 'number')
}

const isOf = ({ callingCode }: Market, msisdn: string): boolean => new RegExp(`^${callingCode}\\d{9,11}$`).test(msisdn)

function collectionIn(body: JsonObject): Collection {
  const text = (name: string) => textAt(body, name) ?? ''
  return {
    id: text('input_ThirdPartyConversationID'),
    reference: text('input_TransactionReference'),
    items: text('input_PurchasedItemsDesc'),
    msisdn: text('input_CustomerMSISDN'),
    amountMinor: minorIn(text('input_Amount')) ?? 0,
    currency: text('input_Currency'),
  }
}

interface Query extends InMarket {
  readonly Querystring: JsonObject
}

const queryParameters = [
  'input_QueryReference',
  'input_ServiceProviderCode',
  'input_ThirdPartyConversationID',
  'input_Country',
]

/** Finds the outcome of a payment by any of its ids. */
export function registerQueryRoute(app: FastifyInstance, simulation: Simulation, now: () => Date): void {
  app.get<Query>(pathOf('queryTransactionStatus'), routeConfig('query'), async (request, reply) => {
    const fields = { ...request.query, ...(await bodyOf(request)) }
    return send(reply, answerTo(fields, request.params.market, simulation, now()))
  })
}

function answerTo(fields: JsonObject, segment: string, { account, serviceProviderCode }: Simulation, at: Date): Reply {
  const text = (name: string) => textAt(fields, name) ?? ''
  if (queryParameters.some((name) => text(name) === '')) return replyOf('incomplete')
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
