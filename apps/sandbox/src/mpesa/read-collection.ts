import { type JsonObject, textAt } from '../core/json.ts'
import { minorIn } from '../core/minor-units.ts'
import type { CodeName } from './codes.ts'
import type { Counter } from './counter.ts'
import { findMarket, type Market } from './markets.ts'
import type { Collection } from './provider-account.ts'

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

interface Asked extends Collection {
  readonly body: JsonObject
  readonly market: Market
}

type Check = (asked: Asked, counter: Counter) => CodeName | false

/** In the order in which M-Pesa minds. */
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
  counter: Counter,
): { readonly collection: Collection } | { readonly refusal: CodeName } {
  const market = findMarket(segment)
  if (market === undefined) return { refusal: 'market' }
  const collection = collectionIn(body)
  for (const check of checks) {
    const refusal = check({ ...collection, body, market }, counter)
    if (refusal) return { refusal }
  }
  return { collection }
}

export const isConversationId = (text: string): boolean => /^\w{1,40}$/.test(text)

/** Texts all of them, but merchants send the amount as a number too. */
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
