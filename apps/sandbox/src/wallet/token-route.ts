import type { FastifyInstance } from 'fastify'
import { isJsonObject } from '../core/json.ts'
import type { Counter } from './counter.ts'
import { fault } from './guards.ts'

/** OAuth 2 client credentials, in JSON. */
export function registerTokenRoute(app: FastifyInstance, { merchants, clientId, clientSecret }: Counter): void {
  app.post(
    '/wallet/v1/oauth/token',
    { config: { provider: 'wallet', operation: 'token' } },
    async ({ body }, reply) => {
      const asked = isJsonObject(body) ? body : {}
      const isKnown = asked.client_id === clientId && asked.client_secret === clientSecret
      if (!isKnown) return reply.code(401).send(fault('invalid_client', 'Invalid client authentication'))
      if (asked.grant_type !== 'client_credentials') {
        return reply.code(400).send(fault('unsupported_grant_type', 'Unsupported grant type'))
      }
      return { access_token: merchants.issue(true), token_type: 'Bearer', expires_in: merchants.lifeMs / 1000 }
    },
  )
}
