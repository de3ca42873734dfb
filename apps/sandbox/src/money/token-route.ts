import type { FastifyInstance } from 'fastify'
import { isJsonObject } from '../core/json.ts'
import type { Counter } from './counter.ts'
import type { RawJson } from './raw-json.ts'

/** OAuth 2 client credentials, in JSON. */
export function registerTokenRoute(app: FastifyInstance, { tokens, clientId, clientSecret }: Counter): void {
  app.post<{ Body: RawJson | undefined }>(
    '/money/auth/oauth2/token',
    { config: { provider: 'money', operation: 'token' } },
    async ({ body }, reply) => {
      const asked = isJsonObject(body?.json) ? body.json : {}
      const isKnown = asked.client_id === clientId && asked.client_secret === clientSecret
      if (!isKnown) return reply.code(400).send(fault('invalid_client', 'Invalid client authentication'))
      if (asked.grant_type !== 'client_credentials') {
        return reply.code(400).send(fault('unsupported_grant_type', 'Unsupported grant type'))
      }
      // The seconds come in a text.
      return { access_token: tokens.issue(true), expires_in: String(tokens.lifeMs / 1000), token_type: 'bearer' }
    },
  )
}

export const fault = (error: string, description: string) => ({ error, error_description: description })
