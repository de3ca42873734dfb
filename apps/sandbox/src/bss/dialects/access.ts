import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { acceptForms, isJsonObject, textAt } from '../../core/bodies.ts'
import type { World } from '../../core/simulator.ts'

/** What the system requires of its callers. */
export type Access =
  | { readonly kind: 'none' }
  | { readonly kind: 'header'; readonly name: string; readonly value: string }
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  /** The system uses OAuth 2 client credentials. */
  | { readonly kind: 'token'; readonly client: string; readonly secret: string; readonly lifeMs: number }

const tokenPath = '/oauth2/token'
const basicOf = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** Refuses calls without credentials, and issues tokens where the system uses them. */
export function addAccess(scope: FastifyInstance, access: Access, world: World): void {
  if (access.kind === 'none') return
  const isAllowed = access.kind === 'token' ? addTokens(scope, access, world) : allowsHeader(access)
  scope.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url?.endsWith(tokenPath) || isAllowed(request)) return
    const scheme = access.kind === 'token' ? 'Bearer error="invalid_token"' : 'Basic realm="bss"'
    await reply.code(401).header('www-authenticate', scheme).send({ code: '401', reason: 'Unauthorized' })
  })
}

function allowsHeader(access: Extract<Access, { kind: 'header' | 'basic' }>) {
  const [name, value] =
    access.kind === 'basic' ? ['authorization', basicOf(access.user, access.password)] : [access.name, access.value]
  return ({ headers }: FastifyRequest) => headers[name] === value
}

function addTokens(scope: FastifyInstance, access: Extract<Access, { kind: 'token' }>, world: World) {
  const { client, secret, lifeMs } = access
  const endsAt = new Map<string, number>()
  const isClient = ({ headers, body }: FastifyRequest) =>
    headers.authorization === basicOf(client, secret) ||
    (isJsonObject(body) && textAt(body, 'client_id') === client && textAt(body, 'client_secret') === secret)

  acceptForms(scope)
  scope.post(tokenPath, { config: { provider: 'bss', operation: 'token' } }, async (request, reply) => {
    const grant = isJsonObject(request.body) ? textAt(request.body, 'grant_type') : undefined
    if (grant !== 'client_credentials') return reply.code(400).send({ error: 'unsupported_grant_type' })
    if (!isClient(request)) return reply.code(401).send({ error: 'invalid_client' })
    const token = randomUUID()
    endsAt.set(token, world.now().getTime() + lifeMs)
    return { access_token: token, token_type: 'Bearer', expires_in: lifeMs / 1000 }
  })

  return ({ headers }: FastifyRequest) => {
    const [, token = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
    return (endsAt.get(token) ?? 0) > world.now().getTime()
  }
}
