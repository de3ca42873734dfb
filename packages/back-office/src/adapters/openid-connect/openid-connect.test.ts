import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createOpenIdConnect } from './openid-connect.ts'

type Claims = Readonly<Record<string, unknown>>
type Signer = (text: string, header: Claims) => string

const [own, other] = [newKey(), newKey()]
const clientSecret = 'a secret of the client'
const secrets = { verifier: 'v'.repeat(43), state: 's'.repeat(43), nonce: 'n'.repeat(43) }

/** The provider's answer by default; tests replace parts of it. */
const usual = { issuer: '', header: { alg: 'RS256', kid: 'own' }, claims: {}, signer: signerOf(own) }
let answer: { issuer: string; header: Claims; claims: Claims; signer: Signer }
let asked: { readonly path: string; readonly body: string }[] = []

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
}

function signerOf(key: KeyObject): Signer {
  return (text) => sign('sha256', Buffer.from(text), key).toString('base64url')
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwkOf = (key: KeyObject, kid: string) => {
  const { n, e } = key.export({ format: 'jwk' })
  return { kty: 'RSA', kid, use: 'sig', alg: 'RS256', n, e }
}

function idToken(): string {
  const seconds = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ iss: origin, aud: 'console', sub: 'u1', name: 'Alinafe', nonce: secrets.nonce },
    ...{ iat: seconds, exp: seconds + 300, ...answer.claims },
  }
  const text = `${encoded(answer.header)}.${encoded(claims)}`
  return `${text}.${answer.signer(text, answer.header)}`
}

const server = createServer(async (request, response) => {
  const path = request.url ?? ''
  let body = ''
  for await (const part of request) body += part
  asked.push({ path, body })
  const send = (value: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
  if (path.startsWith('/.well-known'))
    return send({
      issuer: answer.issuer || origin,
      ...{ authorization_endpoint: `${origin}/auth`, token_endpoint: `${origin}/token`, jwks_uri: `${origin}/jwks` },
      ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
      id_token_signing_alg_values_supported: ['RS256'],
    })
  if (path === '/jwks') return send({ keys: [jwkOf(own, 'own')] })
  return send({ access_token: 'an access token', token_type: 'Bearer', id_token: idToken() })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${portOf(server.address())}`
afterAll(() => server.close())

function portOf(address: AddressInfo | string | null): number {
  return address !== null && typeof address === 'object' ? address.port : 0
}

beforeEach(() => {
  answer = { ...usual }
  asked = []
})

const open = (acrValues: readonly string[] = []) =>
  createOpenIdConnect({
    acrValues,
    now: Date.now,
    ...{ issuer: origin, clientId: 'console', clientSecret, scope: 'openid profile' },
    ...{ signedInUrl: 'https://console.example/sign-in/callback', signedOutUrl: 'https://console.example/signed-out' },
  })

const identify = (acrValues?: readonly string[]) =>
  open(acrValues).identify(new URL(`https://console.example/sign-in/callback?code=c&state=${secrets.state}`), secrets)

describe('a sign-in', () => {
  it('reads the person from a signed ID token, and keeps no token', async () => {
    const identity = await identify()
    expect(identity).toMatchObject({ id: 'u1', name: 'Alinafe' })
    expect(JSON.stringify(identity)).not.toContain('an access token')
  })

  it('asks for the scope that is set and nothing else, with a digest of its verifier', async () => {
    const { searchParams } = new URL(await open().signInUrl(secrets))
    expect(Object.fromEntries(searchParams)).toMatchObject({ scope: 'openid profile', code_challenge_method: 'S256' })
    expect(searchParams.get('response_type')).toBe('code')
    expect(searchParams.toString()).not.toContain(secrets.verifier)
    await identify()
    const { body = '' } = asked.find(({ path }) => path === '/token') ?? {}
    expect(new URLSearchParams(body).get('code_verifier')).toBe(secrets.verifier)
  })
})

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const withSecret: Signer = (text) => createHmac('sha256', clientSecret).update(text).digest('base64url')
const withPublicKey: Signer = (text) =>
  createHmac('sha256', JSON.stringify(jwkOf(own, 'own')))
    .update(text)
    .digest('base64url')

describe('an ID token is refused', () => {
  it.each<[string, Partial<typeof answer>]>([
    ['without a signature', { header: { alg: 'none' }, signer: () => '' }],
    ['with a signature that is cut off', { signer: (text, header) => usual.signer(text, header).slice(0, -4) }],
    ['signed by another key under a known name', { signer: signerOf(other) }],
    ['signed by a key that it brings', { header: { alg: 'RS256', jwk: jwkOf(other, 'x') }, signer: signerOf(other) }],
    [
      'signed by a key at an address that it brings',
      { header: { alg: 'RS256', kid: 'x', jku: 'http://127.0.0.1:1/jwks' }, signer: signerOf(other) },
    ],
    ['signed with the secret of the client', { header: { alg: 'HS256' }, signer: withSecret }],
    ['signed with the public key as a secret', { header: { alg: 'HS256', kid: 'own' }, signer: withPublicKey }],
    ['with an unknown critical header', { header: { alg: 'RS256', kid: 'own', crit: ['x'], x: 1 } }],
    ['for another client', { claims: { aud: 'another' } }],
    [
      'for several clients without naming this one as the party',
      { claims: { aud: ['console', 'another'], azp: 'another' } },
    ],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['that has expired', { claims: { exp: inSeconds(-60) } }],
    ['that is not valid yet', { claims: { nbf: inSeconds(300) } }],
    ['without an end', { claims: { exp: undefined } }],
    ['of another sign-in', { claims: { nonce: 'x'.repeat(43) } }],
    ['without the nonce', { claims: { nonce: undefined } }],
    ['without a person', { claims: { sub: undefined } }],
  ])('%s', async (_, forged) => {
    answer = { ...answer, ...forged }
    expect(await identify()).toBeUndefined()
  })
})

it('refuses a person who signed in more weakly than the settings require', async () => {
  const { searchParams } = new URL(await open(['mfa', 'hardware']).signInUrl(secrets))
  expect(searchParams.get('acr_values')).toBe('mfa hardware')
  answer.claims = { acr: 'hardware' }
  expect(await identify(['mfa', 'hardware'])).toMatchObject({ id: 'u1' })
  for (const acr of ['password', undefined, ['mfa'], 'mfa ']) {
    answer.claims = { acr }
    expect(await identify(['mfa', 'hardware'])).toBeUndefined()
  }
})

it('rejects the answers of a provider that names another issuer', async () => {
  answer.issuer = 'https://evil.example'
  await expect(identify()).rejects.toMatchObject({ code: 'provider_unreachable' })
  expect(asked.map(({ path }) => path)).not.toContain('/token')
})
