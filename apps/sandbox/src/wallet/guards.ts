import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isJsonObject, type JsonObject } from '../core/bodies.ts'
import { minorIn } from '../core/market.ts'
import type { Debit, RefundRequest } from './ledger.ts'
import type { CustomerGrant, Simulation } from './simulation.ts'
import { type Brand, brandOf } from './wallets.ts'

export const fault = (error: string, description: string) => ({ error, error_description: description })

/** Authorises every call but the token's. */
export function guard(app: FastifyInstance, { merchants, opco }: Simulation): void {
  app.addHook('preValidation', async ({ headers }, reply) => {
    if (merchants.grantOf(headers.authorization) === undefined) {
      return reply.code(401).send(fault('invalid_token', 'The access token is invalid'))
    }
    if (headers['x-opco'] !== opco) return reply.code(400).send(fault('invalid_request', 'Invalid X-Opco'))
    if (!headers['x-request-id']) return reply.code(400).send(fault('invalid_request', 'Missing X-Request-Id'))
  })
}

/** Finds the customer's consent to this one payment; it is undefined where there is none. */
export function grantFor(
  { headers }: FastifyRequest,
  { id, brand, msisdn }: Debit,
  { customers }: Simulation,
): CustomerGrant | undefined {
  const grant = customers.grantOf(headers['x-customer-authorization'])
  if (grant === undefined || grant.brand !== brand || grant.msisdn !== msisdn) return undefined
  return grant.paymentId === undefined || grant.paymentId === id ? grant : undefined
}

export const withoutConsent = (reply: FastifyReply): FastifyReply =>
  reply.code(401).send(fault('invalid_customer_token', 'The customer has not verified, or for another payment'))

export const bodyIn = (body: unknown): JsonObject => (isJsonObject(body) ? body : {})

/** Reads a text; empty where the body has none, and a number is not a text. */
export function textIn(body: JsonObject, key: string): string {
  const value = body[key]
  return typeof value === 'string' ? value : ''
}

/** Finds the wallet; it is undefined for an invalid mode or number. */
export function ownerIn(
  body: JsonObject,
  { countryCode }: Simulation,
): { readonly brand: Brand; readonly msisdn: string } | undefined {
  const brand = brandOf(textIn(body, 'paymentMode'))
  const [, msisdn] = new RegExp(`^${countryCode}(\\d{9})$`).exec(textIn(body, 'msisdn')) ?? []
  return brand && msisdn !== undefined ? { brand, msisdn } : undefined
}

/** Undefined when the body is no payment request. */
export function debitIn(body: JsonObject, simulation: Simulation): Debit | undefined {
  const owner = ownerIn(body, simulation)
  const id = textIn(body, 'merchantTransactionId')
  const amountMinor = minorIn(textIn(body, 'amount'))
  const currency = textIn(body, 'currency')
  const description = textIn(body, 'description')
  const isWhole = /^[\w.-]{1,64}$/.test(id) && simulation.currencies.includes(currency) && description !== ''
  if (owner === undefined || amountMinor === undefined || !isWhole) return undefined
  return { id, brand: owner.brand.id, msisdn: owner.msisdn, amountMinor, currency, description }
}

/** Undefined when the body is no refund request. */
export function refundIn(body: JsonObject): RefundRequest | undefined {
  const refundId = textIn(body, 'refundId')
  const amountMinor = minorIn(textIn(body, 'amount'))
  return refundId === '' || amountMinor === undefined ? undefined : { refundId, amountMinor }
}
