import { describe, expect, it, onTestFinished } from 'vitest'
import { answer, openTingg } from './fixture.ts'
import { createLedger, createRequest } from './ledger.ts'
import { notificationOf } from './simulator.ts'

async function paid(...answers: Parameters<typeof openTingg>) {
  const tingg = await openTingg(...answers)
  onTestFinished(() => tingg.close().then(() => undefined))
  await tingg.raise()
  await tingg.control('TXN-1/pay', { outcome: 'paid' })
  const status = async () => (await tingg.query()).json.results.request_status_code
  return { tingg, status, reported: () => tingg.received.map(({ body }) => JSON.parse(body)) }
}

const plain = (status: number, body = '') => ({ status, body })

describe('the notification', () => {
  it('has the content of the query, with the status as a text, and is unsigned', async () => {
    const { tingg, reported } = await paid()
    await tingg.world.callbacks.idle()
    const { results } = (await tingg.query()).json
    expect(reported()).toEqual([
      { ...results, request_status_code: '178', request_status_description: 'Full payment made' },
    ])
    expect(tingg.received[0]?.headers).not.toHaveProperty('signature')
  })

  it('is repeated until the answer is an acknowledgement', async () => {
    const { tingg, reported, status } = await paid([
      plain(500),
      plain(200),
      plain(200, 'OK'),
      plain(200, '[]'),
      answer(200),
      plain(404, '{"status_code":"183"}'),
      answer('183'),
    ])
    await tingg.world.callbacks.idle()
    expect(reported()).toHaveLength(7)
    expect(await status()).toBe(183)
  })

  it('is sent every 30 seconds for a day', () => {
    const now = () => new Date(0)
    const terms = {
      reference: 'TXN-1',
      accountNumber: 'TXN_1',
      sum: { minor: 100_000, currency: 'MWK' },
      description: 'Airtime recharge',
      customerName: 'A B',
      msisdn: '265991234567',
      callbackUrl: 'http://localhost:3000/notify',
      successUrl: 'http://localhost:3000/',
      failUrl: 'http://localhost:3000/',
      expiresAtMs: 1,
    }
    const request = createRequest(terms, { requests: createLedger(now), now })
    const { retryAfterMs = [] } = notificationOf(request, { status: 178, serviceCode: 'NYANJAMW' })
    expect(new Set(retryAfterMs)).toEqual(new Set([30_000]))
    expect(retryAfterMs.reduce((total, pause) => total + pause, 0)).toBe(24 * 3_600_000)
  })

  it.each([
    [183, 0],
    [180, 100_000],
    [188, 0],
  ])('is acknowledged by the answer %i, and the repaid amount is %i', async (code, minor) => {
    const { tingg, reported, status } = await paid([answer(code)])
    await tingg.world.callbacks.idle()
    expect(reported()).toHaveLength(1)
    expect(await status()).toBe(code)
    expect(tingg.captures()).toMatchObject([{ refundedMinor: minor }])
  })

  it('ends when the merchant acknowledges by a separate call', async () => {
    const { tingg, status } = await paid([plain(200)])
    await tingg.acknowledge()
    await tingg.world.callbacks.idle()
    expect(await status()).toBe(183)
  })

  it('reports the end of a refund', async () => {
    const { tingg, reported } = await paid([answer(183)])
    await tingg.world.callbacks.idle()
    await tingg.control('refunds', { outcome: 'initiated' })
    await tingg.refund()
    await tingg.control('TXN-1/refunds', { state: 'processed' })
    await tingg.world.callbacks.idle()
    expect(reported().map(({ request_status_code }) => request_status_code)).toEqual(['178', '187'])
  })
})
