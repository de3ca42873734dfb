import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collection, openMpesa } from './fixture.ts'

let mpesa: Awaited<ReturnType<typeof openMpesa>>

beforeEach(async () => {
  mpesa = await openMpesa()
})
afterEach(() => mpesa.close())

const approve = (id = 'TXN1', pin = '1234') => mpesa.control(`/prompts/${id}/approve`, { pin })
const status = async (id = 'TXN1') => (await mpesa.query(id)).json().output_ResponseTransactionStatus
const balance = async (msisdn = '243999000001') => (await mpesa.inspect(`/wallets/${msisdn}`)).balanceMinor
const other = (changes: object = {}) => collection({ input_ThirdPartyConversationID: 'TXN2', ...changes })
const reported = async () => {
  await mpesa.world.callbacks.idle()
  return mpesa.results()
}

describe('an approved prompt', () => {
  beforeEach(async () => {
    await mpesa.collect()
    await approve()
  })

  it('is captured once', async () => {
    expect(await status()).toBe('Completed')
    expect((await approve()).statusCode).toBe(404)
    expect(await balance()).toBe(8_900_000)
    expect(mpesa.simulator.records().captures).toEqual([
      {
        provider: 'mpesa',
        reference: 'TXN1',
        providerReference: expect.stringMatching(/^[0-9A-Z]{10}$/),
        amountMinor: 100_000,
        currency: 'CDF',
        payer: '243999000001',
        refundedMinor: 0,
        at: '2026-11-20T10:00:00.000Z',
      },
    ])
  })

  it('is reported to the merchant', async () => {
    const { transactionId } = await mpesa.inspect('/payments/TXN1')
    expect(await reported()).toEqual([
      {
        input_OriginalConversationID: expect.stringMatching(/^AG_/),
        input_TransactionID: transactionId,
        input_ResultCode: 'INS-0',
        input_ResultDesc: 'Request processed successfully',
        input_ThirdPartyConversationID: 'TXN1',
      },
    ])
  })

  it('can be reversed in parts, never more than was captured', async () => {
    const { transactionId } = await mpesa.inspect('/payments/TXN1')
    const reverse = async (id: string, amount?: string, changes: object = {}) =>
      (
        await mpesa.reverse({
          input_TransactionID: transactionId,
          input_ReversalAmount: amount,
          input_Country: 'DRC',
          input_ServiceProviderCode: '000000',
          input_ThirdPartyConversationID: id,
          ...changes,
        })
      ).json().output_ResponseCode
    expect(await reverse('V1', '400')).toBe('INS-0')
    expect(await reverse('V1', '400')).toBe('INS-10')
    expect(await reverse('V2', '600.01')).toBe('INS-6')
    expect(await reverse('V3', '600')).toBe('INS-0')
    expect(await reverse('V4')).toBe('INS-6')
    expect(await reverse('V5', 'x')).toBe('INS-15')
    expect(await reverse('V6', '1', { input_TransactionID: 'TXN1' })).toBe('INS-18')
    expect(await balance()).toBe(9_000_000)
    expect([await status('V1'), await status('V2')]).toEqual(['Completed', undefined])
    expect(mpesa.simulator.records().captures).toMatchObject([{ refundedMinor: 100_000 }])
  })

  it('is not reversed when M-Pesa refuses', async () => {
    await mpesa.control('/settings', { refunds: 'refused' })
    const { transactionId } = await mpesa.inspect('/payments/TXN1')
    const answer = await mpesa.reverse({
      input_TransactionID: transactionId,
      input_Country: 'DRC',
      input_ServiceProviderCode: '000000',
      input_ThirdPartyConversationID: 'V1',
    })
    expect([answer.statusCode, answer.json().output_ResponseCode]).toEqual([401, 'INS-6'])
  })
})

describe('a prompt without a capture', () => {
  it('is cancelled after a wrong PIN, a refusal or insufficient funds', async () => {
    await mpesa.collect()
    expect((await approve('TXN1', '0000')).statusCode).toBe(403)
    await mpesa.collect(other())
    await mpesa.control('/prompts/TXN2/refuse')
    await mpesa.collect(other({ input_ThirdPartyConversationID: 'TXN3', input_CustomerMSISDN: '243999000030' }))
    await approve('TXN3')
    expect([await status(), await status('TXN2'), await status('TXN3')]).toEqual(Array(3).fill('Cancelled'))
    expect(await reported()).toMatchObject([
      { input_ResultCode: 'INS-6', input_TransactionID: 'N/A' },
      { input_ResultCode: 'INS-5' },
      { input_ResultCode: 'INS-2006' },
    ])
    expect(mpesa.simulator.records().captures).toEqual([])
  })

  it('expires without an answer', async () => {
    await mpesa.collect()
    mpesa.pass(89_999)
    expect(await status()).toBe('N/A')
    mpesa.pass(1)
    expect(await status()).toBe('Expired')
    expect((await approve()).statusCode).toBe(404)
    expect(await mpesa.inspect('/prompts')).toEqual([])
  })

  it.each([
    ['refused', 'Cancelled'],
    ['expired', 'Expired'],
    ['doubtful', 'N/A'],
  ])('may be captured late after it was %s', async (to, seen) => {
    await mpesa.collect()
    await mpesa.control('/payments/TXN1/turn', { to })
    expect(await status()).toBe(seen)
    await mpesa.control('/payments/TXN1/turn', { to: 'success' })
    expect(await status()).toBe('Completed')
    expect((await mpesa.control('/payments/TXN1/turn', { to: 'refused' })).statusCode).toBe(409)
    expect(await balance()).toBe(8_900_000)
  })

  it('is reported until the merchant acknowledges it, unless the result is unknown', async () => {
    mpesa.answerWith({}, { output_ResponseCode: '1' })
    await mpesa.collect()
    await mpesa.control('/prompts/TXN1/refuse')
    expect(await reported()).toHaveLength(3)
    await mpesa.collect(other())
    await mpesa.control('/payments/TXN2/turn', { to: 'doubtful' })
    expect(await reported()).toHaveLength(3)
  })
})

describe('a collection request in synchronous mode', () => {
  beforeEach(() => mpesa.control('/settings', { mode: 'synchronous' }))

  async function openPush(payload: object = collection()) {
    const answer = mpesa.collect(payload)
    let isAnswered = false
    const watched = answer.then((response) => {
      isAnswered = true
      return response
    })
    await expect.poll(async () => (await mpesa.inspect('/prompts')).length).toBeGreaterThan(0)
    return { answer: watched, isAnswered: () => isAnswered }
  }

  it('is answered after the PIN, without a callback', async () => {
    const { answer, isAnswered } = await openPush()
    expect(isAnswered()).toBe(false)
    await approve()
    const { transactionId } = await mpesa.inspect('/payments/TXN1')
    expect((await answer).json()).toMatchObject({ output_ResponseCode: 'INS-0', output_TransactionID: transactionId })
    expect(await reported()).toEqual([])
  })

  it.each([
    ['a wrong PIN', '/prompts/TXN1/approve', { pin: '0000' }, '401 INS-6'],
    ['a refusal', '/prompts/TXN1/refuse', {}, '401 INS-5'],
    ['an empty wallet', '/payments/TXN1/turn', { to: 'no_balance' }, '422 INS-2006'],
    ['doubt', '/payments/TXN1/turn', { to: 'doubtful' }, '500 INS-1'],
  ])('is answered with the code of %s', async (_title, url, body, expected) => {
    const { answer } = await openPush()
    await mpesa.control(url, body)
    const { statusCode, json } = await answer
    expect(`${statusCode} ${json().output_ResponseCode}`).toBe(expected)
  })

  it('is answered when the prompt expires', async () => {
    const { answer } = await openPush()
    mpesa.pass(90_000)
    expect(await status()).toBe('Expired')
    expect([(await answer).statusCode, (await answer).json().output_ResponseCode]).toEqual([408, 'INS-9'])
  })

  it('is answered at the timeout without another request', async () => {
    await mpesa.control('/settings', { promptMs: 0 })
    expect((await mpesa.collect()).json().output_ResponseCode).toBe('INS-9')
  })

  it('is answered at a reset', async () => {
    const { answer } = await openPush()
    mpesa.simulator.reset()
    expect((await answer).statusCode).toBe(500)
  })
})

describe('the M-Pesa simulator', () => {
  it('captures without an answer when a fault is injected', async () => {
    mpesa.world.faults.add({ provider: 'mpesa', operation: 'c2b', kind: 'error_after', times: 1 })
    expect((await mpesa.collect()).statusCode).toBe(500)
    await approve()
    expect(await status()).toBe('Completed')
  })

  it('answers all prompts when a test requests it', async () => {
    await mpesa.collect()
    await mpesa.collect(other())
    expect((await mpesa.control('/prompts/approve-all')).json()).toEqual({ approved: 2 })
    expect(mpesa.simulator.records().captures).toHaveLength(2)
  })

  it('keeps payments and balances over a restart, and drops them on reset', async () => {
    await mpesa.collect()
    await approve()
    await mpesa.collect(other())
    const memory: unknown = JSON.parse(JSON.stringify(mpesa.simulator.snapshot()))
    mpesa.simulator.reset()
    expect([await balance(), await mpesa.inspect('/prompts')]).toEqual([9_000_000, []])

    mpesa.simulator.restore(memory)
    await mpesa.renewSession()
    expect(await balance()).toBe(8_900_000)
    expect(await mpesa.inspect('/prompts')).toMatchObject([{ id: 'TXN2' }])
    expect([await status(), await status('TXN2')]).toEqual(['Completed', 'N/A'])
    expect((await mpesa.collect()).json().output_ResponseCode).toBe('INS-10')
  })

  it('keeps the wallets that a test creates', async () => {
    await mpesa.control('/wallets/243888000001', { balanceMinor: 100_000 })
    expect(await mpesa.inspect('/wallets/243888000001')).toEqual({
      msisdn: '243888000001',
      balanceMinor: 100_000,
      isActive: true,
    })
    expect((await mpesa.collect(other({ input_CustomerMSISDN: '243888000001' }))).statusCode).toBe(201)
    expect((await mpesa.control('/wallets/243888000001', { balanceMinor: -1 })).statusCode).toBe(400)
    expect((await mpesa.app.inject('/__sim/mpesa/wallets/243777000001')).statusCode).toBe(404)
  })
})
