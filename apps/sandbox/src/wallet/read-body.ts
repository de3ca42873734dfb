import { isJsonObject, type JsonObject } from '../core/json.ts'
import { minorIn } from '../core/minor-units.ts'
import { type Brand, brandOf } from './brands.ts'
import type { Counter } from './counter.ts'
import type { Debit, RefundRequest } from './provider-account.ts'

export const bodyIn = (body: unknown): JsonObject => (isJsonObject(body) ? body : {})

/** Empty where the body has no such text; a number is no text. */
export function textIn(body: JsonObject, key: string): string {
  const value = body[key]
  return typeof value === 'string' ? value : ''
}

/** Whose wallet; undefined: no mode or number that there could be. */
export function ownerIn(
  body: JsonObject,
  { countryCode }: Counter,
): { readonly brand: Brand; readonly msisdn: string } | undefined {
  const brand = brandOf(textIn(body, 'paymentMode'))
  const [, msisdn] = new RegExp(`^${countryCode}(\\d{9})$`).exec(textIn(body, 'msisdn')) ?? []
  return brand && msisdn !== undefined ? { brand, msisdn } : undefined
}

/** Undefined: not a request to pay. */
export function debitIn(body: JsonObject, counter: Counter): Debit | undefined {
  const owner = ownerIn(body, counter)
  const id = textIn(body, 'merchantTransactionId')
  const amountMinor = minorIn(textIn(body, 'amount'))
  const currency = textIn(body, 'currency')
  const description = textIn(body, 'description')
  const isWhole = /^[\w.-]{1,64}$/.test(id) && counter.currencies.includes(currency) && description !== ''
  if (owner === undefined || amountMinor === undefined || !isWhole) return undefined
  return { id, brand: owner.brand.id, msisdn: owner.msisdn, amountMinor, currency, description }
}

/** Undefined: not a request to give back. */
export function refundIn(body: JsonObject): RefundRequest | undefined {
  const refundId = textIn(body, 'refundId')
  const amountMinor = minorIn(textIn(body, 'amount'))
  return refundId === '' || amountMinor === undefined ? undefined : { refundId, amountMinor }
}
