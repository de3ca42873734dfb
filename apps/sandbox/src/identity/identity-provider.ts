import { generateKeyPairSync, randomBytes } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import Provider, { type Configuration, type JWK } from 'oidc-provider'
import { documentOf, policyOf, readForm, sendPage } from '../bank/page.ts'
import type { Simulator } from '../core/simulator.ts'
import { findAccount, staffPassword } from './accounts.ts'
import { plainPage, signInPage, signOutPage } from './sign-in-page.ts'

export interface IdentityOptions {
  readonly host: string
  readonly port: number
  /** The origin of the console, the provider's only client. */
  readonly consoleUrl: string
}

/** The console as the provider knows it. */
const consoleClient = { id: 'nyanja-console', secret: 'sandbox-console-secret' } as const

const hour = 60 * 60

let madeKey: JWK | undefined

/** One key for all providers of the process: to make one takes longer than to start the rest of a sandbox. */
function signingKey(): JWK {
  madeKey ??= {
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
    ...{ use: 'sig', alg: 'RS256', kid: 'sandbox' },
  }
  return madeKey
}

interface Context {
  type: string
  body: unknown
  set(name: string, value: string): void
}

function show(ctx: Context, page: ReturnType<typeof plainPage>): void {
  ctx.type = 'html'
  ctx.set('content-security-policy', policyOf(page))
  ctx.body = documentOf(page)
}

function configurationOf(consoleUrl: string): Configuration {
  return {
    clients: [
      {
        client_id: consoleClient.id,
        client_secret: consoleClient.secret,
        redirect_uris: [`${consoleUrl}/sign-in/callback`],
        post_logout_redirect_uris: [`${consoleUrl}/signed-out?done`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub', 'roles'], profile: ['name'], email: ['email'] },
    // The ID token has the claims of all scopes, as with most providers.
    conformIdTokenClaims: false,
    findAccount: async (_ctx, id) => {
      const account = findAccount(id)
      if (account === undefined) return undefined
      const { name, email, roles } = account
      return { accountId: id, claims: async () => ({ sub: id, name, email, roles: [...roles] }) }
    },
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
    // The operator's own console needs no consent.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        ...(oidc.client && { clientId: oidc.client.clientId }),
        ...(oidc.session?.accountId !== undefined && { accountId: oidc.session.accountId }),
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) => show(ctx, signOutPage(form)),
        postLogoutSuccessSource: async (ctx) => show(ctx, plainPage('You are signed out', 'You can close this page.')),
      },
    },
    renderError: async (ctx, { error }) => show(ctx, plainPage('This sign-in is not possible', error)),
    ttl: { Session: 8 * hour, Interaction: hour, Grant: hour, AuthorizationCode: 60, IdToken: hour, AccessToken: hour },
  }
}

/** The provider's own pages, and the protocol at all other addresses. */
function serve(app: FastifyInstance, provider: () => Provider): void {
  app.removeAllContentTypeParsers()
  app.register((pages, _, done) => {
    readForm(pages)
    pages.get('/sign-in/:uid', (_request, reply) => sendPage(reply, signInPage()))
    pages.post<{ Body: URLSearchParams }>('/sign-in/:uid', async ({ raw, body }, reply) => {
      const account = findAccount(body.get('account'))
      if (account === undefined || body.get('password') !== staffPassword)
        return sendPage(reply, signInPage('This password is wrong.'), 401)
      const result = { login: { accountId: account.id } }
      const onwards = await provider()
        .interactionResult(raw, reply.raw, result)
        .catch(() => undefined)
      if (onwards === undefined)
        return sendPage(reply, plainPage('This sign-in is over', 'Begin again in the console.'), 400)
      return reply.redirect(onwards, 303)
    })
    done()
  })
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.all('/*', (request, reply) => {
    reply.hijack()
    return provider().callback()(request.raw, reply.raw)
  })
}

export interface IdentityProvider extends Simulator {
  /** The origin is known once it listens. */
  readonly issuer: () => string
  start(): Promise<void>
  stop(): Promise<void>
}

/** The operator's identity provider: real OpenID Connect, with public accounts. */
export function createIdentityProvider({ host, port, consoleUrl }: IdentityOptions): IdentityProvider {
  let app: FastifyInstance | undefined
  let issuer = ''
  return {
    name: 'identity',
    issuer: () => issuer,
    register: () => {},
    records: () => ({}),
    snapshot: () => ({}),
    restore: () => {},
    reset: () => {},
    async start() {
      app = Fastify({ logger: false, forceCloseConnections: true })
      serve(app, () => provider)
      issuer = await app.listen({ host, port })
      // The issuer is named after its own address, which is known only now.
      const provider = new Provider(issuer, configurationOf(consoleUrl))
    },
    async stop() {
      await app?.close()
    },
  }
}
