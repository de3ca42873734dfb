import { randomUUID } from 'node:crypto'
import { isJsonObject, type Json, type JsonObject, textAt } from '../core/bodies.ts'
import { createTransaction, type Simulation, type Terms, type Transaction } from './ledger.ts'
import { type Answer, refusals } from './views.ts'

export const textOf = (body: JsonObject, key: string): string => textAt(body, key) ?? ''

export function missing(body: JsonObject, key: string): Answer | undefined {
  return textOf(body, key) === '' ? refusals.missing(key) : undefined
}

/** Whole minor units, as a number or as its digits. */
export function minorOf(body: JsonObject, key: string): number | undefined {
  const minor = /^\d{1,15}$/.test(textOf(body, key)) ? Number(textOf(body, key)) : 0
  return minor > 0 ? minor : undefined
}

type Check = (body: JsonObject, simulation: Simulation) => Answer | undefined

const knownChannels: readonly Json[] = [
  'card',
  'bank',
  'ussd',
  'qr',
  'mobile_money',
  'bank_transfer',
  'eft',
  'apple_pay',
]

const demand = (isRight: boolean, refusal: Answer): Answer | undefined => (isRight ? undefined : refusal)

const checks: readonly Check[] = [
  (body) => missing(body, 'email'),
  (body) => missing(body, 'amount'),
  (body) => demand(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(textOf(body, 'email')), refusals.badEmail),
  (body) => demand(minorOf(body, 'amount') !== undefined, refusals.badField('amount')),
  (body) => demand(/^[A-Za-z\d.=-]*$/.test(textOf(body, 'reference')), refusals.badField('reference')),
  (body) => demand(isWebAddress(textOf(body, 'callback_url')), refusals.badField('callback_url')),
  (body) =>
    demand(
      channelsOf(body).every((channel) => knownChannels.includes(channel)),
      refusals.badField('channels'),
    ),
  (body, { settings }) => demand(settings.currencies.includes(currencyOf(body)), refusals.currency),
  (body, { ledger }) => demand(ledger.find('reference', textOf(body, 'reference')) === undefined, refusals.duplicate),
]

export function initialize(body: JsonObject, simulation: Simulation): Transaction | Answer {
  for (const check of checks) {
    const refusal = check(body, simulation)
    if (refusal) return refusal
  }
  return createTransaction(termsIn(body), simulation)
}

function termsIn(body: JsonObject): Terms {
  const { metadata = '' } = body
  return {
    reference: textOf(body, 'reference') || randomUUID(),
    sum: { minor: minorOf(body, 'amount') ?? 0, currency: currencyOf(body) },
    email: textOf(body, 'email'),
    callbackUrl: textOf(body, 'callback_url'),
    cancelUrl: cancelUrlIn(metadata),
    label: textOf(body, 'label'),
    channels: channelsOf(body).map(String),
    metadata,
  }
}

const currencyOf = (body: JsonObject): string => textOf(body, 'currency') || 'NGN'

const channelsOf = ({ channels = [] }: JsonObject): readonly Json[] => [channels].flat()

const isWebAddress = (text: string): boolean => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** Metadata may be an object, or JSON text of one. */
function cancelUrlIn(metadata: Json): string {
  const url = textAt(typeof metadata === 'string' ? parsed(metadata) : metadata, 'cancel_action') ?? ''
  return isWebAddress(url) ? url : ''
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}
