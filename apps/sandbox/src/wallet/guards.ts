import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Counter, CustomerGrant } from './counter.ts'
import type { Debit } from './provider-account.ts'

export const fault = (error: string, description: string) => ({ error, error_description: description })

/** The gate in front of every call but the token's. */
export function guard(app: FastifyInstance, { merchants, opco }: Counter): void {
  app.addHook('preValidation', async ({ headers }, reply) => {
    if (merchants.grantOf(headers.authorization) === undefined) {
      return reply.code(401).send(fault('invalid_token', 'The access token is invalid'))
    }
    if (headers['x-opco'] !== opco) return reply.code(400).send(fault('invalid_request', 'Invalid X-Opco'))
    if (!headers['x-request-id']) return reply.code(400).send(fault('invalid_request', 'Missing X-Request-Id'))
  })
}

/** The customer's consent to this one payment; undefined: there is none. */
export function grantFor(
  { headers }: FastifyRequest,
  { id, brand, msisdn }: Debit,
  { customers }: Counter,
): CustomerGrant | undefined {
  const grant = customers.grantOf(headers['x-customer-authorization'])
  if (grant === undefined || grant.brand !== brand || grant.msisdn !== msisdn) return undefined
  return grant.paymentId === undefined || grant.paymentId === id ? grant : undefined
}

export const withoutConsent = (reply: FastifyReply): FastifyReply =>
  reply.code(401).send(fault('invalid_customer_token', 'The customer has not verified, or for another payment'))
