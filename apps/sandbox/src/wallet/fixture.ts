import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import Fastify from 'fastify'
import { appWith } from '../core/fixture.ts'
import { createWorld } from '../core/world.ts'
import { createSmsc } from '../smsc/smsc.ts'
import { createWalletSimulator, type WalletOptions } from './wallet.ts'

export const callbackSecret = 'wallet_secret_vector'

const beganAtMs = Date.parse('2026-11-20T10:00:00Z')

export interface Callback {
  readonly body: string
  readonly signature: unknown
}

/** The platform, the handsets and a merchant who listens, for the tests. Time stands until it is moved. */
export async function openWallets(options: WalletOptions = {}) {
  let nowMs = beganAtMs
  const world = createWorld({ now: () => new Date(nowMs), timeScale: 0, portalUrl: 'http://portal.example:3000' })
  const callbacks: Callback[] = []
  const refusals: number[] = []
  const merchant = Fastify()
  merchant.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  merchant.removeContentTypeParser('application/json')
  merchant.post('/callback', async ({ body, headers }, reply) => {
    callbacks.push({ body: String(body), signature: headers['x-wallet-signature'] })
    nowMs += refusals.length > 0 ? 60_000 : 0
    return reply.code(refusals.shift() ?? 200).send()
  })
  const callbackUrl = `${await merchant.listen({ port: 0 })}/callback`

  const wallets = createWalletSimulator(world, { callbackUrl, callbackSecret, ...options })
  const smsc = createSmsc(world)
  const app = await appWith(world, smsc, wallets)

  const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/wallet/v1${url}`, headers: { ...access, ...headers }, payload })
  const look = async (url: string) => (await app.inject(`/__sim${url}`)).json()

  let access: Record<string, string> = {}
  async function logIn() {
    const credentials = { client_id: 'nyanja-sandbox', client_secret: 'nyanja-sandbox-secret' }
    const { access_token } = (await post('/oauth/token', { ...credentials, grant_type: 'client_credentials' })).json()
    access = { authorization: `Bearer ${access_token}`, 'x-request-id': 'R-1', 'x-opco': 'MW' }
  }
  await logIn()

  /** As new, but for the key, which takes long to make. */
  async function startOver() {
    world.callbacks.cancel()
    world.faults.clear()
    for (const simulator of [smsc, wallets]) simulator.reset()
    for (const list of [callbacks, refusals]) list.length = 0
    nowMs = beganAtMs
    await logIn()
  }

  return {
    app,
    world,
    wallets,
    callbacks,
    /** The merchant answers this to the next callback, and takes a minute for it. */
    refuseCallback: (status: number) => refusals.push(status),
    logIn,
    startOver,
    post,
    look,
    ask: async (url: string) => (await app.inject({ url: `/wallet/v1${url}`, headers: access })).json(),
    control: (url: string, payload: object = {}) => app.inject({ method: 'POST', url: `/__sim/wallet${url}`, payload }),
    /** The code in the latest text. */
    code: async (msisdn = '999000001'): Promise<string> =>
      (await look(`/sms/latest?msisdn=${msisdn}`)).text.slice(0, 6),
    pass: (ms: number) => {
      nowMs += ms
    },
    close: async () => {
      world.callbacks.cancel()
      await Promise.all([app.close(), merchant.close()])
    },
  }
}

export interface KeyDetails {
  readonly keyId: string
  readonly key: string
  readonly nonce: string
}

/** As a browser does it. */
export function seal(text: string, { key }: Pick<KeyDetails, 'key'>): string {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return publicEncrypt({ key: publicKey, padding, oaepHash: 'sha256' }, Buffer.from(text)).toString('base64')
}
