import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bearer, collection, openMpesa } from './fixture.ts'
import { publicKey } from './sessions.ts'

let mpesa: Awaited<ReturnType<typeof openMpesa>>

beforeEach(async () => {
  mpesa = await openMpesa()
})
afterEach(() => mpesa.close())

const codeOf = (answer: { json(): { output_ResponseCode: string } }) => answer.json().output_ResponseCode

describe('a session', () => {
  it('is issued for the API key encrypted with the public key', async () => {
    expect((await mpesa.openSession()).json()).toEqual({
      output_ResponseCode: 'INS-0',
      output_ResponseDesc: 'Request processed successfully',
      output_SessionID: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(await mpesa.inspect('/key')).toEqual({ publicKey })
  })

  it('is refused for another key, and for the API key itself', async () => {
    const refused = await mpesa.openSession('another-key')
    expect([refused.statusCode, codeOf(refused)]).toEqual([401, 'INS-2'])
    const byKey = await mpesa.collect(collection(), { authorization: `Bearer ${bearer('nyanja-sandbox-key')}` })
    expect([byKey.statusCode, codeOf(byKey)]).toEqual([401, 'INS-2'])
  })

  it.each(['', 'Bearer', 'Bearer x', `Bearer ${Buffer.alloc(256).toString('base64')}`])(
    'is not opened by %j',
    async (authorization) => {
      expect(codeOf(await mpesa.collect(collection(), { authorization }))).toBe('INS-2')
    },
  )

  it('is refused for a secret with another padding', async () => {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    const oaep = publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING }, Buffer.from('nyanja-sandbox-key'))
    const headers = { origin: '*', authorization: `Bearer ${oaep.toString('base64')}` }
    expect(codeOf(await mpesa.app.inject({ url: mpesa.urlOf('getSession'), headers }))).toBe('INS-2')
  })

  it('is refused before it is active and after it has expired', async () => {
    await mpesa.control('/settings', { sessionDelayMs: 30_000, sessionMs: 60_000 })
    await mpesa.renewSession()
    expect(codeOf(await mpesa.query())).toBe('INS-2')
    mpesa.pass(30_000)
    expect(codeOf(await mpesa.query())).toBe('INS-23')
    mpesa.pass(30_000)
    expect(codeOf(await mpesa.query())).toBe('INS-2')
  })

  it('is refused after its revocation', async () => {
    await mpesa.control('/sessions/revoke')
    expect(codeOf(await mpesa.query())).toBe('INS-2')
  })
})

describe('a collection request', () => {
  it('is accepted immediately and shows a prompt', async () => {
    const answer = await mpesa.collect()
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      {
        output_ResponseCode: 'INS-0',
        output_ResponseDesc: 'Request processed successfully',
        output_TransactionID: 'N/A',
        output_ConversationID: expect.stringMatching(/^AG_20261120_/),
        output_ThirdPartyConversationID: 'TXN1',
      },
    ])
    expect(await mpesa.inspect('/prompts?msisdn=999000001')).toEqual([
      {
        id: 'TXN1',
        msisdn: '243999000001',
        payee: 'Nyanja',
        reference: 'Airtime recharge',
        amountMinor: 100_000,
        currency: 'CDF',
        expiresAt: '2026-11-20T10:01:30.000Z',
      },
    ])
    expect(await mpesa.inspect('/prompts?msisdn=999000002')).toEqual([])
  })

  it('accepts the amount as a number', async () => {
    expect(codeOf(await mpesa.collect(collection({ input_Amount: 1000.5 })))).toBe('INS-0')
    expect(await mpesa.inspect('/prompts?msisdn=999000001')).toMatchObject([{ amountMinor: 100_050 }])
  })

  it.each([
    ['without an amount', { input_Amount: undefined }, 400, 'INS-20'],
    ['with a number for a payer', { input_CustomerMSISDN: 243_812_345_678 }, 400, 'INS-20'],
    ['with no description', { input_PurchasedItemsDesc: '' }, 400, 'INS-20'],
    ['for another country', { input_Country: 'TZN' }, 400, 'INS-21'],
    ['in another currency', { input_Currency: 'MWK' }, 400, 'INS-21'],
    ['for another merchant', { input_ServiceProviderCode: '171717' }, 400, 'INS-13'],
    ['with a long reference', { input_TransactionReference: 'R'.repeat(21) }, 400, 'INS-17'],
    ['with an odd reference', { input_TransactionReference: 'R-1' }, 400, 'INS-17'],
    ['with an odd conversation id', { input_ThirdPartyConversationID: 'TXN-1' }, 400, 'INS-19'],
    ['of nothing', { input_Amount: '0' }, 400, 'INS-15'],
    ['of less than nothing', { input_Amount: -5 }, 400, 'INS-15'],
    ['of a third decimal', { input_Amount: '1.001' }, 400, 'INS-15'],
    ['from a national number', { input_CustomerMSISDN: '999000001' }, 400, 'INS-2051'],
    ['from a foreign number', { input_CustomerMSISDN: '265999000001' }, 400, 'INS-2051'],
    ['from a number without wallet', { input_CustomerMSISDN: '243999000031' }, 400, 'INS-2051'],
    ['from an account that is closed', { input_CustomerMSISDN: '243999000032' }, 400, 'INS-996'],
    ['of more than the limit', { input_Amount: '750000.01' }, 400, 'INS-990'],
  ])('is refused %s', async (_title, changes, status, code) => {
    const answer = await mpesa.collect(collection(changes))
    expect([answer.statusCode, codeOf(answer)]).toEqual([status, code])
    expect(await mpesa.inspect('/prompts')).toEqual([])
  })

  it('is refused with an unknown market, a missing origin or invalid JSON', async () => {
    expect(codeOf(await mpesa.collect(collection(), {}, 'vodacomXXX'))).toBe('INS-998')
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json' }
    const bare = { method: 'POST', url: mpesa.urlOf('c2bPayment/singleStage'), headers, payload: '{' } as const
    expect(codeOf(await mpesa.app.inject(bare))).toBe('INS-21')
    expect(codeOf(await mpesa.app.inject({ url: mpesa.urlOf('getSession') }))).toBe('INS-26')
  })

  it('accepts the test subscriber in every market, and Malawi in the sandbox', async () => {
    const subscriber = collection({ input_CustomerMSISDN: '000000000001' })
    expect(codeOf(await mpesa.collect(subscriber))).toBe('INS-0')
    const malawian = { input_Country: 'MWI', input_Currency: 'MWK', input_CustomerMSISDN: '265999000001' }
    const requested = collection({ ...malawian, input_ThirdPartyConversationID: 'TXN2' })
    expect(codeOf(await mpesa.collect(requested, {}, 'sandboxMWI'))).toBe('INS-0')
  })

  it('is refused with a conversation id that was used before', async () => {
    await mpesa.collect()
    const repeated = await mpesa.collect(collection({ input_Amount: '5' }))
    expect([repeated.statusCode, codeOf(repeated)]).toEqual([409, 'INS-10'])
    expect(await mpesa.inspect('/payments/TXN1')).toMatchObject({ amountMinor: 100_000 })
  })
})

describe('a query', () => {
  it('finds a payment by each of its ids', async () => {
    const { output_ConversationID: conversationId } = (await mpesa.collect()).json()
    await mpesa.control('/prompts/TXN1/approve', { pin: '1234' })
    const { transactionId } = await mpesa.inspect('/payments/TXN1')
    for (const name of ['TXN1', conversationId, transactionId]) {
      expect((await mpesa.query(name)).json()).toMatchObject({
        output_ResponseCode: 'INS-0',
        output_ResponseTransactionStatus: 'Completed',
        output_OriginalTransactionID: transactionId,
        output_ThirdPartyConversationID: 'Q1',
      })
    }
  })

  it('accepts its parameters in a body', async () => {
    await mpesa.collect()
    const answer = await mpesa.app.inject({ url: mpesa.urlOf('queryTransactionStatus') })
    expect(codeOf(answer)).toBe('INS-26')
    expect((await mpesa.queryByBody()).json()).toMatchObject({ output_ResponseTransactionStatus: 'N/A' })
  })

  it.each([
    ['nothing', { input_QueryReference: '' }, 'INS-20'],
    ['another country', { input_Country: 'LES' }, 'INS-21'],
    ['another merchant', { input_ServiceProviderCode: '1' }, 'INS-13'],
    ['no fresh id', { input_ThirdPartyConversationID: 'a b' }, 'INS-19'],
    ['an unknown payment', { input_QueryReference: 'TXN9' }, 'INS-23'],
  ])('is refused for %s', async (_title, changes, code) => {
    await mpesa.collect()
    const answer = await mpesa.query('TXN1', changes)
    expect([answer.statusCode, codeOf(answer)]).toEqual([400, code])
  })
})
