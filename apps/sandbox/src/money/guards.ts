import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from './codes.ts'
import type { Counter } from './counter.ts'
import { isSigned } from './message-signature.ts'
import type { RawJson } from './raw-json.ts'
import { fault } from './token-route.ts'

const routerFault = (status_code: string, status_message: string) => ({ status_code, status_message })

/** The gate in front of every call but the token's. Answers itself where a call must not pass. */
export function guard(app: FastifyInstance, { tokens, country, currencies }: Counter): void {
  app.addHook('preValidation', async ({ headers }, reply) => {
    if (tokens.grantOf(headers.authorization) === undefined) {
      return reply.code(401).send(fault('invalid_token', 'The access token is invalid'))
    }
    if (headers['x-country'] !== country) return reply.code(400).send(routerFault('ROUTER119', 'Invalid country'))
    if (!currencies.includes(String(headers['x-currency'])))
      return reply.code(400).send(routerFault('ROUTER112', 'Invalid currency'))
  })
}

/** Undefined: the message is as it must be. */
export function signatureFault(
  request: FastifyRequest<{ Body: RawJson | undefined }>,
  reply: FastifyReply,
  { settings, keys }: Counter,
): FastifyReply | undefined {
  if (!settings.signing) return undefined
  const { 'x-signature': signature = '', 'x-key': wrappedKey = '' } = request.headers
  const signed = {
    body: request.body?.raw ?? Buffer.alloc(0),
    signature: String(signature),
    wrappedKey: String(wrappedKey),
  }
  if (isSigned(signed, keys.current.privateKey)) return undefined
  const { httpStatus, body } = refuse('signature', { httpStatus: 400 })
  return reply.code(httpStatus).send(body)
}
