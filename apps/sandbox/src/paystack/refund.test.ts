import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browser } from '../core/fixture.ts'
import { openPaystack } from './fixture.ts'

let paystack: Awaited<ReturnType<typeof openPaystack>>

beforeEach(async () => {
  paystack = await openPaystack()
})
afterEach(() => paystack.close())

async function paid() {
  await paystack.initialize()
  await paystack.control('TXN-1/pay', { outcome: 'success' })
}
const refunded = () => paystack.captures().map(({ refundedMinor }) => refundedMinor)

describe('a refund', () => {
  it('is queued first and processed automatically', async () => {
    await paid()
    const { status, json } = await paystack.refund()
    expect(status).toBe(200)
    expect(json).toMatchObject({
      message: 'Refund has been queued for processing',
      data: { status: 'pending', amount: 100_000, currency: 'NGN', transaction: { reference: 'TXN-1' } },
    })
    expect((await paystack.readRefund(json.data.id)).json.data).toMatchObject({
      status: 'processed',
      transaction_reference: 'TXN-1',
    })
    expect(refunded()).toEqual([100_000])
    expect(await paystack.statusOf()).toBe('reversed')
  })

  it('is reported at each step, with an amount as number or text', async () => {
    await paid()
    await paystack.refund()
    const refunds = (await paystack.reported()).filter(({ event }) => event.startsWith('refund.'))
    expect(Object.fromEntries(refunds.map(({ event, data }) => [event, data.amount]))).toEqual({
      'refund.pending': 100_000,
      'refund.processing': 100_000,
      'refund.processed': '100000',
    })
    expect(refunds[0]?.data).toMatchObject({ transaction_reference: 'TXN-1', refund_reference: expect.any(String) })
  })

  it('may be partial, and never exceeds the capture', async () => {
    await paid()
    expect((await paystack.refund({ amount: 40_000 })).status).toBe(200)
    expect(await paystack.statusOf()).toBe('success')
    expect(await paystack.refund({ amount: 60_001 })).toMatchObject({
      status: 400,
      json: { message: 'Refund amount cannot be more than transaction amount' },
    })
    expect((await paystack.refund({ amount: 60_000 })).status).toBe(200)
    expect(await paystack.refund({ amount: 1 })).toMatchObject({
      status: 400,
      json: { message: 'Transaction has been fully reversed' },
    })
    expect(refunded()).toEqual([100_000])
  })

  it('requires a paid transaction in its own currency', async () => {
    expect((await paystack.refund()).status).toBe(404)
    await paystack.initialize()
    expect((await paystack.refund()).json.message).toBe('Transaction has not been paid')
    await paystack.control('TXN-1/pay', { outcome: 'success' })
    expect((await paystack.refund({ transaction: undefined })).json.code).toBe('missing_params')
    expect((await paystack.refund({ currency: 'GHS' })).json.message).toBe('Invalid currency sent')
    const { json } = await paystack.verify()
    expect((await paystack.refund({ transaction: json.data.id })).status).toBe(200)
    expect((await paystack.readRefund(1)).status).toBe(404)
  })

  it.each(['failed', 'needs-attention'])('returns nothing when it is %s', async (outcome) => {
    await paid()
    await paystack.control('refunds', { outcome })
    const { json } = await paystack.refund()
    expect((await paystack.readRefund(json.data.id)).json.data.status).toBe(outcome)
    expect(refunded()).toEqual([0])
    expect(await paystack.statusOf()).toBe('success')
  })

  it('ends with the set outcome when it is pending', async () => {
    await paid()
    await paystack.control('refunds', { outcome: 'pending' })
    const { json } = await paystack.refund()
    expect((await paystack.readRefund(json.data.id)).json.data.status).toBe('pending')
    expect((await paystack.refund()).status).toBe(400)
    await paystack.control('TXN-1/refunds', { outcome: 'processed' })
    expect(refunded()).toEqual([100_000])
  })

  it('is completed once the account is entered', async () => {
    await paid()
    await paystack.control('refunds', { outcome: 'needs-attention' })
    const { id } = (await paystack.refund()).json.data
    const retry = (refund_account_details: object) =>
      paystack.post(`/refund/retry_with_customer_details/${id}`, { refund_account_details })
    const account = { currency: 'NGN', account_number: '0123456789', bank_id: '9' }
    expect((await retry({ ...account, bank_id: undefined })).json.message).toBe('bank_id is required')
    expect((await retry(account)).status).toBe(200)
    expect((await paystack.readRefund(id)).json.data.status).toBe('processed')
    expect((await retry(account)).status).toBe(400)
  })

  it.each([
    ['4084080000671803', '180', 'failed'],
    ['4084080000671902', '190', 'needs-attention'],
  ])('for the card %s ends %s', async (card, cvv, outcome) => {
    const { page } = await paystack.begin()
    const atBank = browser.leadsTo(await browser.send(page, { action: 'card', card, cvv: cvv, expiry: '12/30' }))
    await browser.follow(browser.leadsTo(await browser.send(atBank, { decision: 'approve' })))
    const { json } = await paystack.refund()
    expect((await paystack.readRefund(json.data.id)).json.data.status).toBe(outcome)
  })
})
