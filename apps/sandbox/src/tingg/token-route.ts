import type { FastifyInstance } from 'fastify'
import { isJsonObject } from '../core/json.ts'
import { unauthorised } from './answers.ts'
import type { Desk } from './desk.ts'

/** OAuth 2 client credentials, in JSON; the API key is asked for even here. */
export function registerTokenRoute(app: FastifyInstance, desk: Desk): void {
  const { tokens, apiKey, clientId, clientSecret } = desk

  app.post(
    '/tingg/v1/oauth/token/request',
    { config: { provider: 'tingg', operation: 'token' } },
    async ({ body, headers }, reply) => {
      const asked = isJsonObject(body) ? body : {}
      const isKnown =
        headers.apikey === apiKey &&
        asked.client_id === clientId &&
        asked.client_secret === clientSecret &&
        asked.grant_type === 'client_credentials'
      if (!isKnown) return reply.code(unauthorised.http).send(unauthorised.body)
      return { access_token: tokens.issue(true), token_type: 'bearer', expires_in: tokens.lifeMs / 1000 }
    },
  )
}
