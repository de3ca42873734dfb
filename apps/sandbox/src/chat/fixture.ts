import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import Fastify from 'fastify'
import { isJsonObject, type JsonObject, textAt } from '../core/bodies.ts'
import { createWorld } from '../core/html.ts'
import { createChat } from './chat.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

const good = (result: unknown) => ({ statusCode: 200, status: 'success', result })
const bad = (statusCode: number, message: string, result?: object) => ({
  statusCode,
  status: 'failure',
  message,
  ...(result && { result }),
})

export const customer = '999000001'
export const otp = '042137'

export interface Call {
  readonly path: string
  readonly body: JsonObject
  readonly headers: Readonly<Record<string, unknown>>
}

interface PortalState {
  /** The statuses in order; the last one repeats. */
  statuses: object[]
  initiate: object | undefined
  process: object | undefined
}

const lines: Readonly<Record<string, object>> = {
  '999000001': good('PREPAID'),
  '999000002': good('PREPAID'),
  '999000003': good('POSTPAID'),
}

function answersOf(state: PortalState): Readonly<Record<string, (body: JsonObject) => object>> {
  return {
    '/subscriber/line-type': ({ msisdn }) => lines[String(msisdn).slice(-9)] ?? bad(400, 'Invalid Mobile No'),
    '/resource/v1/get-product-config': () =>
      good({
        configData: {
          preMinAmnt: 50,
          preMaxAmnt: 100_000,
          encryptionKeyDetails: { keyId: 'k1', algorithm: 'RSA-OAEP-256', key: spki },
        },
      }),
    '/product/v1/bundle': () =>
      good([
        { name: 'Daily 100MB', productCode: 'MW-D-100', amount: 300 },
        { name: 'Weekly 2.6GB', productCode: 'MW-W-2600', amount: 2000 },
      ]),
    '/transaction/v1/payment-options': ({ amount }) =>
      Number(amount) >= 50
        ? good({
            paymentOption: [
              { name: 'Airtime', type: 'AIRTIME' },
              { name: 'Card', type: 'PG' },
              { name: 'Nyanja Money', type: 'AM' },
            ],
          })
        : bad(400, 'Minimum amount should be MWK 50'),
    '/optimus/otp/send': () => good({ refId: 'ref-1', resendAfter: 60 }),
    '/optimus/otp/resend': () => bad(502, 'max limit exhausted, please try after sometime.'),
    '/optimus/otp/verify': (body) =>
      opened(textAt(body, 'data', 'otp') ?? '') === `v1|ref-1|${otp}`
        ? good({ refId: 'ref-1', uniqueCode: 'unique-1' })
        : bad(2003, 'Please enter correct OTP', { attemptsLeft: 4 }),
    '/transaction/v1/initiate': () => state.initiate ?? good({ transactionId: 'T1' }),
    '/transaction/v1/process': () => state.process ?? good({ transactionId: 'T1', transactionStatus: 'IN_PROCESS' }),
    '/transaction/v1/status': () =>
      good((state.statuses.length > 1 ? state.statuses.shift() : state.statuses[0]) ?? {}),
  }
}

/** Opens the chat over real HTTP, with a fake portal that follows the API contract. */
export async function openChat() {
  const calls: Call[] = []
  const state: PortalState = { statuses: [{ status: 'IN_PROCESS' }], initiate: undefined, process: undefined }
  const answers = answersOf(state)
  const portal = Fastify()
  portal.all('/*', async ({ url, body, headers }, reply) => {
    const path = new URL(url, 'http://portal').pathname.replace('/orp/bfe/api/portal-service', '')
    const sent: unknown = body
    calls.push({ path, body: isJsonObject(sent) ? sent : {}, headers })
    return answers[path]?.(isJsonObject(sent) ? sent : {}) ?? reply.code(404).send(bad(404, 'Not found'))
  })
  const portalUrl = await portal.listen({ port: 0 })

  const world = createWorld({ now: () => new Date('2026-11-20T12:05:00Z'), portalUrl, timeScale: 0.01 })
  const chat = createChat(world, { apiKey: 'chat-key' })
  const app = Fastify()
  chat.register(app)

  const lines = async (msisdn = customer): Promise<readonly string[]> => {
    const { body } = await app.inject(`/__sim/chat/${msisdn}`)
    return JSON.parse(body).lines.map(lineText)
  }

  return {
    calls,
    state,
    chat,
    portal,
    lines,
    sent: (path: string) => calls.filter((call) => call.path === path),
    /** Sends the messages in order and returns the last answer. */
    async announce(...texts: readonly string[]): Promise<string> {
      for (const text of texts) await app.inject({ method: 'POST', url: `/__sim/chat/${customer}`, payload: { text } })
      return (await lines()).at(-1) ?? ''
    },
    async close(): Promise<void> {
      await chat.stop?.()
      await Promise.all([app.close(), portal.close()])
    },
  }
}

function lineText({ text, options }: { text: string; options: readonly { label: string }[] }): string {
  return [text, ...options.map(({ label }, place) => `${place + 1} ${label}`)].join('\n')
}

function opened(sealed: string): string {
  const padding = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return privateDecrypt(padding, Buffer.from(sealed, 'base64')).toString()
}
