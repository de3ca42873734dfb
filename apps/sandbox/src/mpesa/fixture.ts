import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import Fastify from 'fastify'
import { appWith } from '../core/fixture.ts'
import { createWorld } from '../core/world.ts'
import { publicKey } from './key-pair.ts'
import { createMpesaSimulator, type MpesaOptions } from './mpesa.ts'

const acknowledged = { output_ResponseCode: '0', output_ResponseDesc: 'Successfully Accepted Result' }

/** M-Pesa and a merchant who listens for results, for the tests. Time stands until it is moved. */
export async function openMpesa(options: MpesaOptions = {}) {
  let nowMs = Date.parse('2026-11-20T10:00:00Z')
  const world = createWorld({ now: () => new Date(nowMs), timeScale: 0 })
  const results: unknown[] = []
  let answers: readonly object[] = []
  const merchant = Fastify()
  merchant.post('/result', async ({ body }) => {
    results.push(body)
    return answers[results.length - 1] ?? acknowledged
  })
  const callbackUrl = `${await merchant.listen({ port: 0 })}/result`

  const mpesa = createMpesaSimulator(world, { callbackUrl, ...options })
  const app = await appWith(world, mpesa)

  const urlOf = (operation: string, market = 'vodacomDRC') => `/mpesa/sandbox/ipg/v2/${market}/${operation}/`
  const headersFor = (secret: string) => ({ origin: '*', authorization: `Bearer ${bearer(secret)}` })
  const openSession = async (apiKey = 'nyanja-sandbox-key') =>
    app.inject({ url: urlOf('getSession'), headers: headersFor(apiKey) })
  let session: string = (await openSession()).json().output_SessionID

  return {
    app,
    mpesa,
    world,
    results,
    urlOf,
    openSession,
    answerWith: (...with_: readonly object[]) => {
      answers = with_
    },
    logInAgain: async () => {
      session = (await openSession()).json().output_SessionID
    },
    collect: (payload: object = collection(), headers: Record<string, string> = {}, market = 'vodacomDRC') =>
      app.inject({
        method: 'POST',
        url: urlOf('c2bPayment/singleStage', market),
        headers: { ...headersFor(session), ...headers },
        payload,
      }),
    reverse: (payload: object) =>
      app.inject({ method: 'PUT', url: urlOf('reversal'), headers: headersFor(session), payload }),
    query: (reference = 'TXN1', changes: Record<string, string> = {}) =>
      app.inject({
        url: urlOf('queryTransactionStatus'),
        headers: headersFor(session),
        query: { ...queryOf(reference), ...changes },
      }),
    queryByBody: (reference = 'TXN1') =>
      app.inject({
        method: 'GET',
        url: urlOf('queryTransactionStatus'),
        headers: { ...headersFor(session), 'content-type': 'application/json' },
        payload: queryOf(reference),
      }),
    control: (url: string, payload: object = {}) => app.inject({ method: 'POST', url: `/__sim/mpesa${url}`, payload }),
    look: async (url: string) => (await app.inject(`/__sim/mpesa${url}`)).json(),
    pass: (ms: number) => {
      nowMs += ms
    },
    close: async () => {
      await mpesa.stop?.()
      await Promise.all([app.close(), merchant.close()])
    },
  }
}

/** A secret under the platform's public key. */
export function bearer(secret: string): string {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(secret)).toString('base64')
}

const queryOf = (reference: string) => ({
  input_QueryReference: reference,
  input_ServiceProviderCode: '000000',
  input_ThirdPartyConversationID: 'Q1',
  input_Country: 'DRC',
})

export const collection = (changes: Record<string, unknown> = {}) => ({
  input_Amount: '1000',
  input_Country: 'DRC',
  input_Currency: 'CDF',
  input_CustomerMSISDN: '243999000001',
  input_ServiceProviderCode: '000000',
  input_ThirdPartyConversationID: 'TXN1',
  input_TransactionReference: 'R1',
  input_PurchasedItemsDesc: 'Airtime recharge',
  ...changes,
})
