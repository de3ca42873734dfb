import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { openFixture } from '../core/fixture.ts'
import { publicKey } from './sessions.ts'
import { createMpesaSimulator, type MpesaOptions } from './simulator.ts'

const acknowledged = { output_ResponseCode: '0', output_ResponseDesc: 'Successfully Accepted Result' }

/** Opens M-Pesa and a merchant who receives results, for tests. */
export async function openMpesa(options: MpesaOptions = {}) {
  let answers: readonly object[] = []
  const fixture = await openFixture({
    create: (world, { callbackUrl }) => createMpesaSimulator(world, { callbackUrl, ...options }),
    answers: (count) => ({ body: JSON.stringify(answers[count] ?? acknowledged) }),
  })
  const { app, received } = fixture

  const urlOf = (operation: string, market = 'vodacomDRC') => `/mpesa/sandbox/ipg/v2/${market}/${operation}/`
  const headersFor = (secret: string) => ({ origin: '*', authorization: `Bearer ${bearer(secret)}` })
  const openSession = async (apiKey = 'nyanja-sandbox-key') =>
    app.inject({ url: urlOf('getSession'), headers: headersFor(apiKey) })
  let session: string = (await openSession()).json().output_SessionID

  return {
    ...fixture,
    results: (): unknown[] => received.map(({ body }) => JSON.parse(body)),
    urlOf,
    openSession,
    answerWith: (...with_: readonly object[]) => {
      answers = with_
    },
    renewSession: async () => {
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
    inspect: async (url: string) => (await app.inject(`/__sim/mpesa${url}`)).json(),
  }
}

/** Encrypts a secret with the platform's public key. */
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
