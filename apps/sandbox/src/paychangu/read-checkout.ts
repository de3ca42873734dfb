import { randomUUID } from 'node:crypto'
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import { minorIn } from '../core/minor-units.ts'
import type { CheckoutTerms } from './checkout.ts'
import type { Desk } from './desk.ts'

/** The fields that are wrong, each with its texts. */
export type FieldFaults = Readonly<Record<string, readonly string[]>>

const currencies: readonly Json[] = ['MWK', 'USD']

type Check = (body: JsonObject, desk: Desk) => string | undefined

const checks: Readonly<Record<string, Check>> = {
  amount: ({ amount }, { limitMinor }) => {
    const minor = minorOf(amount)
    if (minor === undefined) return 'The amount must be a number greater than 0.'
    return minor > limitMinor ? `The amount may not be greater than ${limitMinor / 100}.` : undefined
  },
  currency: ({ currency = '' }) => (currencies.includes(currency) ? undefined : 'The selected currency is invalid.'),
  tx_ref: ({ tx_ref = '' }, { checkouts }) =>
    checkouts.byReference(textOf(tx_ref)) ? 'The tx ref has already been taken.' : undefined,
  callback_url: ({ callback_url }) => urlFault('callback url', callback_url),
  return_url: ({ return_url }) => urlFault('return url', return_url),
}

export function faultsOf(body: JsonObject, desk: Desk): FieldFaults | undefined {
  const faults = Object.entries(checks).flatMap(([field, check]) => {
    const fault = check(body, desk)
    return fault === undefined ? [] : [[field, [fault]] as const]
  })
  return faults.length > 0 ? Object.fromEntries(faults) : undefined
}

export function termsOf(body: JsonObject): CheckoutTerms {
  const { customization, meta = null } = body
  const words = isJsonObject(customization) ? customization : {}
  return {
    reference: textOf(body.tx_ref) || randomUUID(),
    sum: { minor: minorOf(body.amount) ?? 0, currency: textOf(body.currency) },
    callbackUrl: textOf(body.callback_url),
    returnUrl: textOf(body.return_url),
    title: textOf(words.title),
    description: textOf(words.description) || textOf(words.title),
    customer: {
      email: textOf(body.email) || null,
      firstName: textOf(body.first_name) || null,
      lastName: textOf(body.last_name) || null,
    },
    meta,
  }
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value.trim() : '')

const minorOf = (amount: Json | undefined): number | undefined =>
  typeof amount === 'number' || typeof amount === 'string' ? minorIn(String(amount)) : undefined

function urlFault(words: string, url: Json | undefined): string | undefined {
  const isUrl = /^https?:$/.test(URL.parse(textOf(url))?.protocol ?? '')
  return isUrl ? undefined : `The ${words} must be a valid URL.`
}
