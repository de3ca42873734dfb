import { type JsonObject, textAt } from '../core/json.ts'
import { minorIn } from '../core/minor-units.ts'
import { type Reply, refuse } from './codes.ts'
import type { Counter } from './counter.ts'
import type { Collection } from './payment.ts'

const msisdnShape = /^[1-9]\d{8}$/

type Check = (body: JsonObject, counter: Counter) => Reply | undefined

const invalid = (field: string): Reply =>
  refuse('invalid_field', { httpStatus: 400, message: `Invalid or missing parameter: ${field}` })

const matching =
  (shape: RegExp, ...path: readonly string[]): Check =>
  (body) =>
    shape.test(textAt(body, ...path) ?? '') ? undefined : invalid(path.join('.'))

const ofCountry =
  (...path: readonly string[]): Check =>
  (body, { country }) =>
    textAt(body, ...path) === country ? undefined : invalid(path.join('.'))

const inCurrency =
  (...path: readonly string[]): Check =>
  (body, { currencies }) =>
    currencies.includes(textAt(body, ...path) ?? '') ? undefined : invalid(path.join('.'))

/** In the order in which the operator minds. */
const checks: readonly Check[] = [
  matching(/^.{4,64}$/s, 'reference'),
  matching(msisdnShape, 'subscriber', 'msisdn'),
  ofCountry('subscriber', 'country'),
  inCurrency('subscriber', 'currency'),
  ofCountry('transaction', 'country'),
  inCurrency('transaction', 'currency'),
  matching(/^[\w.-]{1,64}$/, 'transaction', 'id'),
  (body) => (amountIn(body) === undefined ? refuse('invalid_amount', { httpStatus: 400 }) : undefined),
  (body, { till }) => (till.find(idIn(body)) ? refuse('duplicate_id', { httpStatus: 400 }) : undefined),
  (body, { limitMinor }) => ((amountIn(body) ?? 0) > limitMinor ? refuse('over_limit') : undefined),
  (body, { wallets }) => (wallets.find(msisdnIn(body)) ? undefined : refuse('no_such_wallet')),
  (body, { wallets }) => (wallets.find(msisdnIn(body))?.isBarred ? refuse('barred') : undefined),
]

export function readCollection(
  body: JsonObject,
  counter: Counter,
): { readonly collection: Collection } | { readonly refusal: Reply } {
  for (const check of checks) {
    const refusal = check(body, counter)
    if (refusal) return { refusal }
  }
  return {
    collection: {
      id: idIn(body),
      reference: textAt(body, 'reference') ?? '',
      msisdn: msisdnIn(body),
      amountMinor: amountIn(body) ?? 0,
      currency: textAt(body, 'transaction', 'currency') ?? '',
    },
  }
}

const idIn = (body: JsonObject): string => textAt(body, 'transaction', 'id') ?? ''
const msisdnIn = (body: JsonObject): string => textAt(body, 'subscriber', 'msisdn') ?? ''
const amountIn = (body: JsonObject): number | undefined => minorIn(textAt(body, 'transaction', 'amount') ?? '')
