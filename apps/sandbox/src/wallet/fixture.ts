import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { openFixture } from '../core/fixture.ts'
import { createSmsc } from '../smsc/smsc.ts'
import { createWalletSimulator, type WalletOptions } from './simulator.ts'

export const callbackSecret = 'wallet_secret_vector'

/** Opens the platform, the handsets and a merchant who receives callbacks, for tests. */
export async function openWallets(options: WalletOptions = {}) {
  const refusals: number[] = []
  const fixture = await openFixture({
    portalUrl: 'http://portal.example:3000',
    createOthers: (world) => [createSmsc(world)],
    create: (world, { callbackUrl }) => createWalletSimulator(world, { callbackUrl, callbackSecret, ...options }),
    answers: () => {
      const status = refusals.shift()
      if (status !== undefined) fixture.pass(60_000)
      return status === undefined ? {} : { status }
    },
  })
  const { app, received } = fixture

  const post = async (url: string, payload: object, headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: `/wallet/v1${url}`, headers: { ...access, ...headers }, payload })
  const inspect = async (url: string) => (await app.inject(`/__sim${url}`)).json()

  let access: Record<string, string> = {}
  async function logIn() {
    const credentials = { client_id: 'nyanja-sandbox', client_secret: 'nyanja-sandbox-secret' }
    const { access_token } = (await post('/oauth/token', { ...credentials, grant_type: 'client_credentials' })).json()
    access = { authorization: `Bearer ${access_token}`, 'x-request-id': 'R-1', 'x-opco': 'MW' }
  }
  await logIn()

  return {
    ...fixture,
    callbacks: () => received.map(({ body, headers }) => ({ body, signature: headers['x-wallet-signature'] })),
    /** The merchant's answer to the next callback, after a minute. */
    refuseCallback: (status: number) => refusals.push(status),
    logIn,
    async startOver() {
      fixture.startOver()
      refusals.length = 0
      await logIn()
    },
    post,
    inspect,
    ask: async (url: string) => (await app.inject({ url: `/wallet/v1${url}`, headers: access })).json(),
    control: (url: string, payload: object = {}) => app.inject({ method: 'POST', url: `/__sim/wallet${url}`, payload }),
    /** Reads the code in the latest text. */
    code: async (msisdn = '999000001'): Promise<string> =>
      (await inspect(`/sms/latest?msisdn=${msisdn}`)).text.slice(0, 6),
  }
}

export interface KeyDetails {
  readonly keyId: string
  readonly key: string
  readonly nonce: string
}

/** Encrypts a PIN like a browser. */
export function seal(text: string, { key }: Pick<KeyDetails, 'key'>): string {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  return publicEncrypt({ key: publicKey, padding, oaepHash: 'sha256' }, Buffer.from(text)).toString('base64')
}
