import { constants, createCipheriv, type KeyObject, privateDecrypt } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isJsonObject, unpad } from '../core/bodies.ts'
import { refuse } from './codes.ts'
import type { Simulation } from './simulation.ts'
import type { RawJson } from './transaction-view.ts'

/** The token endpoint takes OAuth 2 client credentials, in JSON. */
export function registerTokenRoute(app: FastifyInstance, { tokens, clientId, clientSecret }: Simulation): void {
  app.post<{ Body: RawJson | undefined }>(
    '/money/auth/oauth2/token',
    { config: { provider: 'money', operation: 'token' } },
    async ({ body }, reply) => {
      const fields = isJsonObject(body?.json) ? body.json : {}
      const isKnown = fields.client_id === clientId && fields.client_secret === clientSecret
      if (!isKnown) return reply.code(400).send(fault('invalid_client', 'Invalid client authentication'))
      if (fields.grant_type !== 'client_credentials') {
        return reply.code(400).send(fault('unsupported_grant_type', 'Unsupported grant type'))
      }
      // The seconds are sent as text.
      return { access_token: tokens.issue(true), expires_in: String(tokens.lifeMs / 1000), token_type: 'bearer' }
    },
  )
}

const fault = (error: string, description: string) => ({ error, error_description: description })

const routerFault = (status_code: string, status_message: string) => ({ status_code, status_message })

/** Authorises every call but the token's, and answers itself when a call is refused. */
export function guard(app: FastifyInstance, { tokens, country, currencies }: Simulation): void {
  app.addHook('preValidation', async ({ headers }, reply) => {
    if (tokens.grantOf(headers.authorization) === undefined) {
      return reply.code(401).send(fault('invalid_token', 'The access token is invalid'))
    }
    if (headers['x-country'] !== country) return reply.code(400).send(routerFault('ROUTER119', 'Invalid country'))
    if (!currencies.includes(String(headers['x-currency'])))
      return reply.code(400).send(routerFault('ROUTER112', 'Invalid currency'))
  })
}

/** Undefined when the message is valid. */
export function signatureFault(
  request: FastifyRequest<{ Body: RawJson | undefined }>,
  reply: FastifyReply,
  { settings, keys }: Simulation,
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

interface MessageKey {
  readonly key: Buffer
  readonly iv: Buffer
}

/** The required `x-signature`: the body itself, encrypted. */
export function signatureOf(body: Buffer, { key, iv }: MessageKey): string {
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  return Buffer.concat([cipher.update(body), cipher.final()]).toString('base64')
}

interface Signed {
  readonly body: Buffer
  readonly signature: string
  /** `x-key` is the message key, encrypted with the platform's public key. */
  readonly wrappedKey: string
}

export function isSigned({ body, signature, wrappedKey }: Signed, privateKey: KeyObject): boolean {
  const messageKey = unwrap(wrappedKey, privateKey)
  return messageKey !== undefined && signatureOf(body, messageKey) === signature
}

function unwrap(wrappedKey: string, privateKey: KeyObject): MessageKey | undefined {
  const block = decrypt(Buffer.from(wrappedKey, 'base64'), privateKey)
  const [key, iv, ...more] = (block && unpad(block)?.toString('latin1').split(':')) ?? []
  if (key === undefined || iv === undefined || more.length > 0) return undefined
  const messageKey = { key: Buffer.from(key, 'base64'), iv: Buffer.from(iv, 'base64') }
  return messageKey.key.length === 32 && messageKey.iv.length === 16 ? messageKey : undefined
}

function decrypt(block: Buffer, key: KeyObject): Buffer | undefined {
  try {
    return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, block)
  } catch {
    return undefined
  }
}
